import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findTextLinks } from './find-links.ts';

/** A text, and what is a link in it, as typed. */
const rows: [text: string, ...links: string[]][] = [
  // Sentences in any script.
  ['see https://example.org/a?b=1#c now', 'https://example.org/a?b=1#c'],
  ['Go to http://example.org. Or https://example.org/a, or https://example.org/b; https://example.org/c: yes', 'http://example.org', 'https://example.org/a', 'https://example.org/b', 'https://example.org/c'],
  ['https://example.com/a! https://example.com/a? https://example.com/a?! https://example.com/a...', 'https://example.com/a', 'https://example.com/a', 'https://example.com/a', 'https://example.com/a'],
  ['参考：https://example.com/a。次の文', 'https://example.com/a'],
  ['参考：https://example.com。次の文', 'https://example.com'],
  ['（https://a）「https://b」', 'https://a', 'https://b'],
  ['『https://example.com/a』【https://example.com/b】《https://example.com/c》〈https://example.com/d〉', 'https://example.com/a', 'https://example.com/b', 'https://example.com/c', 'https://example.com/d'],
  ['https://example.com/a，https://example.com/b、https://example.com/c；https://example.com/d！', 'https://example.com/a', 'https://example.com/b', 'https://example.com/c', 'https://example.com/d'],
  ['詳細はhttps://example.com/a（英語）を', 'https://example.com/a'],
  ['انظر https://example.com/a، ثم https://example.com/b؛ و https://example.com/c؟ و https://example.com/d۔', 'https://example.com/a', 'https://example.com/b', 'https://example.com/c', 'https://example.com/d'],
  ['देखें https://example.com/a। फिर', 'https://example.com/a'],
  ['https://example.com/a… https://example.com/b‥', 'https://example.com/a', 'https://example.com/b'],
  ['https://example.com/a։ https://example.com/b።', 'https://example.com/a', 'https://example.com/b'],
  // Scripts without spaces.
  ['請看https://example.com/a', 'https://example.com/a'],
  ['請看https://example.com/a這個', 'https://example.com/a'],
  ['これをhttps://example.com/aを見る', 'https://example.com/a'],
  ['これをhttps://example.com/を見る', 'https://example.com/'],
  ['これはhttps://example.comを見る', 'https://example.com'],
  ['https://aを', 'https://a'],
  ['링크는 https://example.com/a를 보세요', 'https://example.com/a'],
  ['ดูที่https://example.com/aครับ', 'https://example.com/a'],
  ['https://例え.jp/日本語', 'https://例え.jp/日本語'],
  ['https://ja.wikipedia.org/wiki/Tシャツ https://zh.wikipedia.org/wiki/C语言', 'https://ja.wikipedia.org/wiki/Tシャツ', 'https://zh.wikipedia.org/wiki/C语言'],
  ['https://example.com/?q=日本#節', 'https://example.com/?q=日本#節'],
  ['https://пример.рф/путь https://bücher.example/ü', 'https://пример.рф/путь', 'https://bücher.example/ü'],
  ['בhttps://example.com/a', 'https://example.com/a'],
  // Letters and punctuation of words.
  ['https://fa.wikipedia.org/wiki/می\u200Cخواهم است', 'https://fa.wikipedia.org/wiki/می\u200Cخواهم'],
  ['https://en.wikipedia.org/wiki/Noether\'s_theorem', 'https://en.wikipedia.org/wiki/Noether\'s_theorem'],
  ['https://en.wikipedia.org/wiki/Noether’s_theorem', 'https://en.wikipedia.org/wiki/Noether’s_theorem'],
  ['https://en.wikipedia.org/wiki/Michelson–Morley_experiment', 'https://en.wikipedia.org/wiki/Michelson–Morley_experiment'],
  ['https://ca.wikipedia.org/wiki/Col·lecció', 'https://ca.wikipedia.org/wiki/Col·lecció'],
  ['https://ja.wikipedia.org/wiki/レオナルド・ダ・ヴィンチ', 'https://ja.wikipedia.org/wiki/レオナルド・ダ・ヴィンチ'],
  ['https://he.wikipedia.org/wiki/צה״ל', 'https://he.wikipedia.org/wiki/צה״ל'],
  ['https://hi.wikipedia.org/wiki/हिन्दी', 'https://hi.wikipedia.org/wiki/हिन्दी'],
  ['https://example.com/a_ and https://example.com/_', 'https://example.com/a_', 'https://example.com/_'],
  ['https://example.com/a—and', 'https://example.com/a'],
  ['https://example.com/a – and', 'https://example.com/a'],
  // Brackets.
  ['(see https://en.wikipedia.org/wiki/Foo_(bar))', 'https://en.wikipedia.org/wiki/Foo_(bar)'],
  ['https://en.wikipedia.org/wiki/Foo_(bar)_(baz).', 'https://en.wikipedia.org/wiki/Foo_(bar)_(baz)'],
  ['(https://example.com/a)b [https://example.com/c] {https://example.com/d}', 'https://example.com/a', 'https://example.com/c', 'https://example.com/d'],
  ['https://example.com/a(which is good)', 'https://example.com/a'],
  ['https://example.com/?a[]=1&b[x]=2&c={d}', 'https://example.com/?a[]=1&b[x]=2&c={d}'],
  ['[url]https://example.com/a[/url]', 'https://example.com/a'],
  ['[a](https://example.com/a) https://example.com/b', 'https://example.com/a', 'https://example.com/b'],
  ['[https://example.com/a](https://example.com/b)', 'https://example.com/a', 'https://example.com/b'],
  ['<https://example.com/a> <a href="https://example.com/b">', 'https://example.com/a', 'https://example.com/b'],
  // Quotes and markers.
  ['“https://example.org/x”, „https://example.org/y“ «https://example.org/z» ‘https://example.org/w’', 'https://example.org/x', 'https://example.org/y', 'https://example.org/z', 'https://example.org/w'],
  ['"https://example.org/x" \'https://example.org/y\' [\'https://example.org/z\',\'https://example.org/w\']', 'https://example.org/x', 'https://example.org/y', 'https://example.org/z', 'https://example.org/w'],
  ['`https://example.org/x`', 'https://example.org/x'],
  ['*https://x* **https://example.com/x** ~~https://example.com/y~~ _https://example.com/z_', 'https://x', 'https://example.com/x', 'https://example.com/y', 'https://example.com/z'],
  ['https://example.com/a🎉 https://example.com🎉 🎉https://example.com/b ❤️https://example.com/c', 'https://example.com/a', 'https://example.com', 'https://example.com/b', 'https://example.com/c'],
  ['https://example.com/a→https://example.com/b', 'https://example.com/a', 'https://example.com/b'],
  ['\u200Fhttps://example.com/a\u200F \u200Ehttps://example.com/b\u200E \u2067https://example.com/c\u2069', 'https://example.com/a', 'https://example.com/b', 'https://example.com/c'],
  ['https://example.com/a\u200B https://example.com/b\u00A0c \uFEFFhttps://example.com/d', 'https://example.com/a', 'https://example.com/b', 'https://example.com/d'],
  // Several addresses.
  ['https://a,https://b', 'https://a', 'https://b'],
  ['https://a.example/x;https://b.example/y|https://c.example/z', 'https://a.example/x', 'https://b.example/y', 'https://c.example/z'],
  ['https://web.example/2020/https://example.com/a', 'https://web.example/2020/https://example.com/a'],
  ['https://example.com/?to=https://example.com/a', 'https://example.com/?to=https://example.com/a'],
  // Hosts.
  ['http://localhost http://localhost:3000/a http://127.0.0.1:80', 'http://localhost', 'http://localhost:3000/a', 'http://127.0.0.1:80'],
  ['http://[::1]:3000/a and https://[2001:db8::1]/', 'http://[::1]:3000/a', 'https://[2001:db8::1]/'],
  ['https://example.com:8443/a https://example.com: b', 'https://example.com:8443/a', 'https://example.com'],
  ['https://example.com:99999/a', 'https://example.com'],
  ['https://example.com./a https://example.com?b https://example.com#c', 'https://example.com./a', 'https://example.com?b', 'https://example.com#c'],
  ['HTTPS://Example.ORG/Path', 'HTTPS://Example.ORG/Path'],
  // No links.
  ['https://bank.example@evil.example/'],
  ['https://user:pass@evil.example/ https://a.example:80@evil.example/'],
  ['https:// http://? http://. https://-a https://[x] http://::1'],
  ['javascript:alert(1) ftp://example.org xhttps://example.org a_https://example.org éhttps://example.org'],
  ['www.example.com example.com/a ada@example.com'],
  ['https://exa\u202Emple.org', 'https://exa'],
  ['https://good.example\\@evil.example/', 'https://good.example'],
]; // prettier-ignore

for (const [text, ...links] of rows)
  test(`finds the links of ${JSON.stringify(text)}`, () => {
    assert.deepEqual(
      findTextLinks(text).map((link) => link.text),
      links,
    );
  });

test('normalizes addresses', () => {
  for (const [text, address] of [
    ['HTTPS://Example.ORG/Path', 'https://example.org/Path'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://例え.jp/日本語', 'https://xn--r8jz45g.jp/%E6%97%A5%E6%9C%AC%E8%AA%9E'],
  ])
    assert.equal(findTextLinks(text ?? '')[0]?.address, address);
});

test('an address never has credentials, white space or invisible directions, and its host is as typed', () => {
  const piece = fc.constantFrom(
    ...[
      'https://',
      'http://',
      'a',
      'b.example',
      '@',
      ':',
      '/',
      '?',
      '#',
      '(',
      ')',
      '[',
      ']',
      '.',
      ',',
      '_',
      "'",
    ],
    ...[
      '。',
      'を',
      '日',
      '\u202E',
      '\u200D',
      '\u200F',
      '🎉',
      ' ',
      '\n',
      '"',
      '\\',
      '%20',
      '*',
      'é',
      '\u0301',
      '١',
    ],
  );
  const texts = fc.array(piece, { maxLength: 30 }).map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      for (const { start, end, address, text: typed } of findTextLinks(text)) {
        assert.equal(text.slice(start, end), typed);
        assert.doesNotMatch(typed, /[\s\u202E\u200F"\\]/);
        const { username, password, protocol } = new URL(address);
        assert.deepEqual([username, password], ['', '']);
        assert.match(protocol, /^https?:$/);
      }
    }),
    { numRuns: 2000 },
  );
});
