import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { linksIn, namesIn, parseTokens, tagsIn } from './tokens.ts';

describe('readTokens', () => {
  const links: [string, string[]][] = [
    ['see https://example.org/a?b=1#c now', ['https://example.org/a?b=1#c']],
    ['參考：https://example.com/a。次', ['https://example.com/a']],
    [
      '`https://example.org` #https://example.org @https://example.org',
      ['https://example.org/', 'https://example.org/'],
    ],
  ];
  for (const [text, expected] of links)
    it(`finds the addresses of ${JSON.stringify(text)}`, () =>
      assert.deepEqual(linksIn(parseTokens(text)), expected));

  const tags: [string, string[]][] = [
    ['#Tea and #tea', ['tea']],
    ['#日本語 #ÉTÉ #snake_case #c3po', ['日本語', 'été', 'snake_case', 'c3po']],
    ['#e\u0301te\u0301', ['été']],
    ['＃ＴＥＳＴ #test #Ｔest２ #test2', ['test', 'test2']],
    ['#ﾊﾟﾝ #パン #ﾊ\u309Aﾝ', ['パン']],
    ['#ΛΌΓΟΣ #λόγος #λόγοσ #σοφία #ΣΟΦΊΑ', ['λόγος', 'σοφία']],
    ['#İstanbul #ISTANBUL #istanbul #ıstanbul #i\u0307stanbul', ['istanbul']],
    ['#DİYARBAKIR #Diyarbakır', ['diyarbakir']],
    ['#ﬁne #fine #m² #m2 #한국 #한국', ['fine', 'm2', '한국']],
    ['#xﷺ', ['xﷺ']],
    ['#Straße #STRASSE', ['straße', 'strasse']],
    ['#1 # #! a#b https://example.org/#c &#39; C# F#x é#x', []],
    ['(#brackets), #dot. #dash-ed #tag’s', ['brackets', 'dot', 'dash', 'tag']],
    [`#${'x'.repeat(101)}`, []],
    ['#हिन्दी #می\u200Cخواهم #col·lecció #וסם #وسم', ['हिन्दी', 'می\u200Cخواهم', 'col·lecció', 'וסם', 'وسم']],
    ['(#one/#two) #three/four', ['one', 'two', 'three']],
    ['＃東京、＃京都。「#大阪」今日は#天気', ['東京', '京都', '大阪', '天気']],
    ['#话题#后面', ['话题']],
    ['🎉#party🎉 ❤️#love❤️ 1️⃣#first #️⃣x', ['party', 'love', 'first']],
    ['\u200F#rtl\u200F \u2067#isolated\u2069', ['rtl', 'isolated']],
    ['example.org/#c example.org/a#c https://example.org/a#c ../#c', []],
    ['#2026 #٢٠٢٦ #2026年 #_ #🎉', ['2026年']],
    ['`#code` ``#a ` #b`` ```#c``` #d', ['d']],
    ['#open `#unclosed', ['open', 'unclosed']],
  ];
  for (const [text, expected] of tags)
    it(`finds the hashtags of ${JSON.stringify(text)}`, () =>
      assert.deepEqual(tagsIn(parseTokens(text)), expected));

  const names: [string, string[]][] = [
    ['@ada and @Ada', ['ada']],
    ['Thanks @ada.lovelace. And @bob_2!', ['ada.lovelace', 'bob_2']],
    ["@ada. @bob, @cyd's (@dot) “@eve” @fay…", ['ada', 'bob', 'cyd', 'dot', 'eve', 'fay']],
    ['mail me: ada@example.org, @@ada, /@ada, x.@ada', ['ada']],
    ['@ @. hi', []],
    ['@ben@mastodon.social and @ben＠例え.jp', []],
    ['＠ada、感谢@ben！@cydさん', ['ada', 'ben', 'cyd']],
    ['.@ada @one/@two 🎉@ben❤️@cyd', ['ada', 'one', 'two', 'ben', 'cyd']],
    ['example.org/@ada https://example.org/@ben https://cyd@evil.example/', []],
    ['@adaé @ada\u0301', []],
    ['`@ada` ```@ben``` ``@cyd``', []],
    ['\u200F@ada\u200F', ['ada']],
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
      '`',
      '＃',
      '日',
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
