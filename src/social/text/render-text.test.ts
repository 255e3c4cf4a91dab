import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hostileTexts } from '../../../test/garbage/naughty.ts';
import { renderText } from './render-text.ts';

const mentions = new Map([['ada', 'ada_lovelace']]);

describe('renderText', () => {
  const rows: [string, string][] = [
    ['a & <b>', '<p dir="auto">a &amp; &lt;b&gt;</p>'],
    ['one\ntwo\n\nthree', '<p dir="auto">one<br>\ntwo</p><p dir="auto">three</p>'],
    ['#Tea', '<p dir="auto"><a href="/hashtag/tea">#Tea</a></p>'],
    ['#日本', '<p dir="auto"><a href="/hashtag/%E6%97%A5%E6%9C%AC">#日本</a></p>'],
    ['@Ada, @nobody', '<p dir="auto"><a href="/@ada_lovelace">@Ada</a>, @nobody</p>'],
    [
      'https://www.example.org/?a=1&b="',
      '<p dir="auto"><a href="https://www.example.org/?a=1&amp;b=" rel="nofollow ugc noopener">example.org/?a=1&amp;b=</a>&quot;</p>',
    ],
    [
      '**bold**, *italics*, ~~no~~ and `**code** #tag @ada`',
      '<p dir="auto"><strong>bold</strong>, <em>italics</em>, <s>no</s> and <code>**code** #tag @ada</code></p>',
    ],
    ['***both***', '<p dir="auto"><strong><em>both</em></strong></p>'],
    ['这是**重点**内容', '<p dir="auto">这是<strong>重点</strong>内容</p>'],
    ['2*3*4, a * b * c, *open', '<p dir="auto">2*3*4, a * b * c, *open</p>'],
    ['**a *b**', '<p dir="auto"><strong>a *b</strong></p>'],
    ['*#tea*', '<p dir="auto"><em><a href="/hashtag/tea">#tea</a></em></p>'],
    ['# no heading', '<p dir="auto"># no heading</p>'],
    ['![no](picture)', '<p dir="auto">![no](picture)</p>'],
    [
      '> said\n> **so**\nnot I',
      '<blockquote><p dir="auto">said<br>\n<strong>so</strong></p></blockquote><p dir="auto">not I</p>',
    ],
    ['> > > > deep', `${'<blockquote>'.repeat(3)}<p dir="auto">&gt; deep</p>${'</blockquote>'.repeat(3)}`],
    [
      '- one\n- two\n  more\n\n3. three',
      '<ul>\n<li dir="auto">one</li><li dir="auto">two<br>\nmore</li></ul><ol start="3">\n<li dir="auto">three</li></ol>',
    ],
    ['in 1999\n7. is a line', '<p dir="auto">in 1999<br>\n7. is a line</p>'],
    ['* * *', '<p dir="auto">* * *</p>'],
    ['```js\n  a < b\n\n**c**\n```', '<pre dir="auto"><code>  a &lt; b\n\n**c**</code></pre>'],
    ['```\nnever closed', '<p dir="auto">```<br>\nnever closed</p>'],
    ['', ''],
  ];
  for (const [text, expected] of rows)
    it(`renders ${JSON.stringify(text)}`, () => assert.equal(renderText(text, mentions).text, expected));

  it('shortens the text of a long link but not its target', () => {
    const address = `https://example.org/${'x'.repeat(100)}`;
    const shown = renderText(address, mentions).text;
    assert.ok(shown.includes(`href="${address}"`));
    assert.ok(shown.endsWith('x…</a></p>'));
  });

  it('renders only light Markdown and safe links', () => {
    const pieces = fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '&',
        '#',
        '@',
        '@ada',
        'https://',
        'javascript:',
        'x.example',
        '/',
        '\n',
        '\n\n',
        ' ',
      ],
      ...['<script>', '" onclick="', '</a>', '&lt;', '%22', '\\', '`', '\u202E', '\u0000', 'é', '🙂', '#tag'],
      ...['*', '**', '~~', '```\n', '\n```', '\n> ', '\n- ', '\n1. ', '](javascript:x)', '![', '<!--', 'a'],
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => isSafe(renderText(text, mentions).text)),
      { numRuns: 1000 },
    );
  });

  it('neutralizes known attack vectors', () => {
    for (const text of [...hostileTexts, ...attacks]) {
      assert.ok(isSafe(renderText(text, mentions).text), text);
      assert.ok(isSafe(renderText(`> **${text}**\n\n- \`${text}\``, mentions).text), text);
    }
  });
});

const attacks = [
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '<javascript:alert(1)>',
  '![x](data:text/html;base64,PHNjcmlwdD4=)',
  '**<script>alert(1)</script>**',
  '`<script>alert(1)</script>`',
  '```html"><script>\nalert(1)\n```',
  '```\n</code></pre><script>alert(1)</script>\n```',
  '> <iframe srcdoc="<script>alert(1)</script>">',
  '- <style>@import"//evil.example";</style>',
  'https://evil.example/"onmouseover="alert(1)',
  "https://evil.example/'onmouseover='alert(1)",
  'https://evil.example/<script>',
  'https://user:pass@evil.example/',
  'https://evil.example/`onclick=alert(1)',
  'HTTPS://EVIL.EXAMPLE/**"x**',
  '#tag"onclick="alert(1)',
  '@ada"onclick="alert(1)',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\u2028<script>alert(1)</script>',
  '*'.repeat(3000),
  '*a '.repeat(1500),
  '`'.repeat(3000),
  '> '.repeat(1500),
  '```\n'.repeat(800),
];

const plain = '[^<>"\']|&(?:amp|lt|gt|quot|#39);';
const place = `https?://[^<>"' ]+|/hashtag/[^<>"' /]+|/@ada_lovelace`;
const element = `<a href="(?:${place})"(?: rel="nofollow ugc noopener")?>|<(?:p|li|pre) dir="auto">|<ol start="\\d+">|<(?:ul|ol|code|strong|em|s|blockquote|br)>|</(?:p|li|pre|ul|ol|code|strong|em|s|blockquote|a)>`;
const whole = new RegExp(`^(?:${plain}|${element})*$`, 'u');

/** Allows only known elements, correctly nested and closed. */
function isSafe(markup: string): boolean {
  if (!whole.test(markup)) return false;
  const open: string[] = [];
  for (const [, slash, name = ''] of markup.matchAll(/<(\/?)([a-z]+)/g)) {
    if (name === 'br') continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}
