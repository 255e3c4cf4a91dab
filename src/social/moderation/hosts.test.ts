import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hostsIn, linksOf } from './text-marks.ts';

const addresses = (text: string) => linksOf(text).map(({ address }) => address);

describe('links in a text', () => {
  const rows: [string, string[]][] = [
    ['[a](http://a.example/b)', ['a.example/b']],
    ['[a](http://a.example/b)). c', ['a.example/b']],
    ['http://a.example/b_(c)/d', ['a.example/b_(c)/d']],
    ['http://www.a.example./b///', ['a.example/b']],
    ['http://a.example/?utm_source=b&c=d&ref=e&c=f', ['a.example?c=d&c=f']],
    ['http://a.example/?utm_source=b&fbclid=c', ['a.example']],
    ['http://a.example/?c=%20d', ['a.example?c=%20d']],
  ];
  for (const [text, expected] of rows)
    it(`are ${expected.join()} in ${text}`, () => assert.deepEqual(addresses(text), expected));

  it('exclude hosts longer than 253 characters', () => {
    assert.deepEqual(hostsIn(`http://${'a.'.repeat(4000)}example/ http://b.example/`), ['b.example']);
  });
});
