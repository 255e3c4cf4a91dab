import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
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
    ['', ''],
  ];
  for (const [text, expected] of rows)
    it(`shows ${JSON.stringify(text)}`, () => assert.equal(renderText(text, mentions).text, expected));

  it('shortens a long address, not where it leads', () => {
    const address = `https://example.org/${'x'.repeat(100)}`;
    const shown = renderText(address, mentions).text;
    assert.ok(shown.includes(`href="${address}"`));
    assert.ok(shown.endsWith('x…</a></p>'));
  });

  const plain = '[^<>"\']|&(?:amp|lt|gt|quot|#39);';
  const place = `https?://[^<>"' ]+|/hashtag/[^<>"' /]+|/@ada_lovelace`;
  const anchor = `<a href="(?:${place})"(?: rel="nofollow ugc noopener")?>(?:${plain})+</a>`;
  const whole = new RegExp(`^(?:<p dir="auto">(?:${plain}|<br>|${anchor})*</p>)*$`, 'u');

  it('makes nothing of a text but paragraphs, line ends and safe links', () => {
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
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 30 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => whole.test(renderText(text, mentions).text)),
      { numRuns: 2000 },
    );
  });
});
