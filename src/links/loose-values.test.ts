import { completeUrl } from '../kernel/text.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';

test('a bare domain is completed with https', () => {
  for (const text of [
    'example.com',
    ' example.com/a?b=c#d ',
    'example.com:8080/x',
    'www.bücher.example',
    'a.co?b',
  ])
    assert.equal(completeUrl(text), `https://${text.trim()}`);
});

test('other input is unchanged', () => {
  const rows = ['', 'https://example.com', 'HTTP://example.com', '//example.com', 'javascript:alert(1)', 'localhost',
    'mailto:ada@example.com', 'ada@example.com', '127.0.0.1', 'two words.com', 'myapp://open.it', '.com', 'a..com']; // prettier-ignore
  for (const text of rows) assert.equal(completeUrl(text), text);
});
