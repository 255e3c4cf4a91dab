import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeFramed } from './may-be-framed.ts';

const csp = (text: string | string[]) => ({ 'content-security-policy': text });
const xfo = (text: string) => ({ 'x-frame-options': text });

const rows: [string, Record<string, string | string[]>, boolean][] = [
  ['nothing said', {}, true],
  ['DENY', xfo('DENY'), false],
  ['sameorigin', xfo('sameorigin'), false],
  ['twice', xfo('SAMEORIGIN, SAMEORIGIN'), false],
  ['what browsers do not know', xfo('ALLOWALL'), true],
  ['a policy about other things', csp("default-src 'self'"), true],
  ['no ancestors', csp("default-src 'self'; frame-ancestors 'none'"), false],
  ['no ancestors at all', csp('frame-ancestors'), false],
  ['itself', csp("frame-ancestors 'self'"), false],
  ['everybody', csp('frame-ancestors *'), true],
  ['everybody with TLS', csp('frame-ancestors https:'), true],
  ['everybody without', csp('frame-ancestors http:'), false],
  ['us', csp('frame-ancestors https://hop.example'), true],
  ['us without scheme, in capitals', csp('Frame-Ancestors HOP.example'), true],
  ['us on another port', csp('frame-ancestors https://hop.example:8443'), false],
  ['us on any port', csp('frame-ancestors https://hop.example:*'), true],
  ['our parent’s children', csp('frame-ancestors *.example'), true],
  ['somebody who ends like us', csp('frame-ancestors op.example'), false],
  ['children of ours', csp('frame-ancestors *.hop.example'), false],
  ['one of several', csp("frame-ancestors 'self' https://hop.example"), true],
  ['two policies, one against', csp(['frame-ancestors *', "frame-ancestors 'none'"]), false],
  ['two in one header', csp("frame-ancestors *, frame-ancestors 'none'"), false],
  ['a policy outdoes the older header', { ...csp('frame-ancestors *'), ...xfo('DENY') }, true],
  ['a policy about other things does not', { ...csp("default-src 'self'"), ...xfo('DENY') }, false],
];

for (const [title, headers, expected] of rows)
  test(`a site that allows framing by: ${title}`, () => {
    assert.equal(mayBeFramed(headers, { at: 'https://shop.test/a', by: 'https://hop.example' }), expected);
  });
