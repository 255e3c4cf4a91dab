import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeFramed } from './framing.ts';

const csp = (text: string | string[]) => ({ 'content-security-policy': text });
const xfo = (text: string) => ({ 'x-frame-options': text });

const rows: [string, Record<string, string | string[]>, boolean][] = [
  ['no header', {}, true],
  ['X-Frame-Options: DENY', xfo('DENY'), false],
  ['X-Frame-Options: sameorigin', xfo('sameorigin'), false],
  ['a repeated X-Frame-Options value', xfo('SAMEORIGIN, SAMEORIGIN'), false],
  ['an unknown X-Frame-Options value', xfo('ALLOWALL'), true],
  ['a policy without frame-ancestors', csp("default-src 'self'"), true],
  ["frame-ancestors 'none'", csp("default-src 'self'; frame-ancestors 'none'"), false],
  ['empty frame-ancestors', csp('frame-ancestors'), false],
  ["frame-ancestors 'self'", csp("frame-ancestors 'self'"), false],
  ['frame-ancestors *', csp('frame-ancestors *'), true],
  ['frame-ancestors https:', csp('frame-ancestors https:'), true],
  ['frame-ancestors http:', csp('frame-ancestors http:'), false],
  ['our origin', csp('frame-ancestors https://hop.example'), true],
  ['our host without a scheme, in capitals', csp('Frame-Ancestors HOP.example'), true],
  ['our host on another port', csp('frame-ancestors https://hop.example:8443'), false],
  ['our host on any port', csp('frame-ancestors https://hop.example:*'), true],
  ['subdomains of our parent domain', csp('frame-ancestors *.example'), true],
  ['a host that ours ends with', csp('frame-ancestors op.example'), false],
  ['subdomains of our host', csp('frame-ancestors *.hop.example'), false],
  ['our origin among several', csp("frame-ancestors 'self' https://hop.example"), true],
  ['two policies of which one forbids it', csp(['frame-ancestors *', "frame-ancestors 'none'"]), false],
  ['two policies in one header', csp("frame-ancestors *, frame-ancestors 'none'"), false],
  ['a policy that overrides X-Frame-Options', { ...csp('frame-ancestors *'), ...xfo('DENY') }, true],
  [
    'a policy without frame-ancestors next to X-Frame-Options',
    { ...csp("default-src 'self'"), ...xfo('DENY') },
    false,
  ],
];

for (const [title, headers, expected] of rows)
  test(`${expected ? 'allows' : 'forbids'} framing with ${title}`, () => {
    assert.equal(mayBeFramed(headers, { at: 'https://shop.test/a', by: 'https://hop.example' }), expected);
  });
