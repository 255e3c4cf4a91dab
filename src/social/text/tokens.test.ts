import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { linksIn, namesIn, parseTokens, tagsIn } from './tokens.ts';

describe('readTokens', () => {
  const links: [string, string[]][] = [
    ['see https://example.org/a?b=1#c now', ['https://example.org/a?b=1#c']],
    ['(https://example.org/a_(b))', ['https://example.org/a_(b)']],
    ['Go to http://example.org.', ['http://example.org/']],
    ['“https://example.org/x”, she said', ['https://example.org/x']],
    ['HTTPS://Example.ORG/Path', ['https://example.org/Path']],
    ['https://bücher.example/ü', ['https://xn--bcher-kva.example/%C3%BC']],
    ['javascript:alert(1) ftp://example.org xhttps://example.org', []],
    ['https:// http://?', []],
    ['https://bank.example@evil.example/', []],
    ['https://a.example/ https://b.example/', ['https://a.example/', 'https://b.example/']],
    ['https://exa\u202Emple.org', ['https://exa/']],
  ];
  for (const [text, expected] of links)
    it(`finds the addresses of ${JSON.stringify(text)}`, () =>
      assert.deepEqual(linksIn(parseTokens(text)), expected));

  const tags: [string, string[]][] = [
    ['#Tea and #tea', ['tea']],
    ['#日本語 #ÉTÉ #snake_case #c3po', ['日本語', 'été', 'snake_case', 'c3po']],
    ['#e\u0301te\u0301', ['été']],
    ['#1 # #! a#b https://example.org/#c &#39;', []],
    ['(#brackets), #dot. #dash-ed', ['brackets', 'dot', 'dash']],
    [`#${'x'.repeat(101)}`, []],
    ['#हिन्दी', ['हिन्दी']],
  ];
  for (const [text, expected] of tags)
    it(`finds the hashtags of ${JSON.stringify(text)}`, () =>
      assert.deepEqual(tagsIn(parseTokens(text)), expected));

  const names: [string, string[]][] = [
    ['@ada and @Ada', ['ada']],
    ['Thanks @ada.lovelace. And @bob_2!', ['ada.lovelace', 'bob_2']],
    ['mail me: ada@example.org, @@ada, /@ada', []],
    ['@ @. hi', []],
  ];
  for (const [text, expected] of names)
    it(`finds the mentions of ${JSON.stringify(text)}`, () =>
      assert.deepEqual(namesIn(parseTokens(text)), expected));

  it('preserves every character', () => {
    const pieces = fc.constantFrom(
      '#',
      '@',
      'https://',
      'a',
      '.',
      ')',
      '(',
      ' ',
      '\n',
      'é',
      '_',
      '/',
      '"',
      '\u202E',
      '🙂',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(
        texts,
        (text) =>
          parseTokens(text)
            .map((token) => token.text)
            .join('') === text,
      ),
    );
  });
});
