import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redactText } from './redact.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

describe('redaction of JSON Web Tokens', () => {
  const rows: [string, string][] = [
    [token, '[redacted]'],
    [`/a/${token}/b`, '/a/[redacted]/b'],
    [`jwt-${token}`, 'jwt-[redacted]'],
    [`some-long-words-${token}`, 'some-long-words-[redacted]'],
    ['www.example-of-a-long-name.org', 'www.example-of-a-long-name.org'],
    ['/eyJ.eyJ.eyJ', '/eyJ.eyJ.eyJ'],
  ];
  for (const [text, expected] of rows)
    it(`turns ${text} into ${expected}`, () => assert.equal(redactText(text), expected));
});
