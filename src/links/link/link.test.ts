import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseShort } from './link.ts';

test('parses short URLs of the default and branded domains, with or without a scheme', () => {
  const own = { host: null, alias: 'abc' };
  const rows = [
    ['https://hop.example/abc', own],
    ['http://hop.example/abc', own],
    ['hop.example/abc', own],
    ['HOP.Example/abc/', own],
    ['hop.example/abc?utm=1#x', own],
    ['abc', own],
    ['hop.example/Abc', { host: null, alias: 'Abc' }],
    ['hop.example/%D0%BF%D1%80%D0%B8', { host: null, alias: 'при' }],
    ['hop.example/при', { host: null, alias: 'при' }],
    ['https://Brand.to/abc', { host: 'brand.to', alias: 'abc' }],
    ['brand.to/a/b', { host: 'brand.to', alias: 'a/b' }],
    ['%', undefined],
  ] as const;
  for (const [short, expected] of rows)
    assert.deepEqual(parseShort(short, 'https://hop.example'), expected, short);
});

test('supports a service URL with a path', () => {
  assert.deepEqual(parseShort('example.com/s/abc', 'https://example.com/s'), { host: null, alias: 'abc' });
});
