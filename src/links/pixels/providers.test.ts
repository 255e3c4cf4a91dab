import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../kernel/problem.ts';
import { providerKeys, providers, parsePixelProvider, parseTag, type ProviderKey } from './providers.ts';

test('every provider accepts its example tag, with surrounding spaces', () => {
  assert.equal(providerKeys.length, 13);
  for (const key of providerKeys) {
    const { example } = providers[key];
    assert.equal(parseTag(parsePixelProvider(key), ` ${example} `), example);
  }
});

const refused: [ProviderKey, string][] = [
  ['gtmpixel', 'UA-1'],
  ['gtmpixel', 'GTM-'],
  ['fbpixel', '12a'],
  ['linkedinpixel', 'abc'],
  ['quorapixel', '0123'],
  ['quorapixel', 'g'.repeat(32)],
  ['adwordspixel', 'AW-1/a/b'],
  ['tiktok', '"><script>'],
  ['bing', ''],
  ['reddit', 'x'.repeat(65)],
  ['snapchat', 'two words'],
];

for (const [key, tag] of refused)
  test(`“${tag.slice(0, 20)}” is not a valid tag of ${key}`, () => {
    assert.throws(
      () => parseTag(key, tag),
      (error) =>
        error instanceof Problem && error.field === 'tag' && error.message.includes(providers[key].name),
    );
  });

test('rejects unknown providers', () => {
  for (const text of ['', 'myspace', 'toString', 'GTMPIXEL'])
    assert.throws(() => parsePixelProvider(text), /The provider must be one of gtmpixel, /);
});
