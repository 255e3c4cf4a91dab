import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPath, isPath, newPath, typeOfPath } from './path.ts';

test('creates unguessable paths with purpose, time and type', () => {
  const now = new Date('2026-09-30T23:59:59Z');
  const path = newPath('photos', 'image/webp', now);
  assert.match(path, /^photos\/2026\/09\/[0-9a-f]{32}\.webp$/);
  assert.notEqual(path, newPath('photos', 'image/webp', now));
  assert.ok(isPath(path));
});

for (const type of ['text/html', 'image/svg+xml', 'application/javascript', 'text/xml', ''])
  test(`stores active content as plain bytes: ${type}`, () => {
    const path = newPath('files', type, new Date());
    assert.match(path, /\.bin$/);
    assert.equal(typeOfPath(path), 'application/octet-stream');
  });

const strangers = [
  '',
  'a.webp',
  '/a/b.webp',
  '../a/b.webp',
  'a/../b.webp',
  'a/./b.webp',
  'a//b.webp',
  'a/.b/c.webp',
  'a/b..webp',
  'a\\b/c.webp',
  'a/b.webp\0',
  'a/b%2e.webp',
  'a/b',
  'C:/a/b.webp',
  'a/b.webp/c',
  `a/${'b'.repeat(300)}.webp`,
];
for (const path of strangers)
  test(`rejects the path ${JSON.stringify(path).slice(0, 40)}`, () => assert.ok(!isPath(path)));

test('rejects a path whose extension does not match the type', () => {
  checkPath('photos/2026/09/a-small.webp', 'image/webp');
  checkPath('files/2026/09/a.txt', 'text/plain');
  assert.throws(() => checkPath('photos/2026/09/a.webp', 'text/html'));
  assert.throws(() => checkPath('../a.webp', 'image/webp'));
});
