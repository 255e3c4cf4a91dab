import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linksIn, namesIn, tagsIn } from '../../kernel/typed-text/tokens.ts';
import { linksOf } from '../moderation/text-marks.ts';
import { renderRich, renderText } from './render-text.ts';
import { tokensIn } from './tokens.ts';

const people = new Map(['ada', 'ben', 'cyd'].map((name) => [name, name]));

test('code of every form neither mentions nor tags', () => {
  for (const text of [
    '```\n@ada #x https://a.example\n```',
    '```js title="a"\n@ada #x https://a.example\n```',
    '~~~\n@ada #x https://a.example\n~~~',
    '~~~~ruby\n@ada\n~~~\n#x https://a.example\n~~~~',
    '```@ada #x https://a.example```',
    '`@ada` `` #x ` `` `https://a.example`',
    '> ```\n> @ada #x https://a.example\n> ```',
  ])
    for (const kind of ['post', 'article']) {
      assert.deepEqual(
        tokensIn(text, kind).filter((token) => token.kind !== 'text'),
        [],
        `${kind}: ${text}`,
      );
      const markup = (kind === 'post' ? renderText : renderRich)(text, people).text;
      assert.match(markup, /<code>/);
      assert.doesNotMatch(markup, /<a |```|~~~[^~]*<\/p>/, `${kind}: ${text}`);
    }
  assert.deepEqual(namesIn(tokensIn('    @ada', 'article')), [], 'indented code of an article');
  assert.deepEqual(namesIn(tokensIn('    @ada')), ['ada'], 'a post has no indented code');
  assert.deepEqual(tagsIn(tokensIn('~~~\n#open')), ['open'], 'an unclosed fence is text');
});

test('named links of an article are links, and text inside them is not', () => {
  const text = '[@ada #x](https://a.example/b) [c][d] ![e](https://f.example)\n\n[d]: https://g.example';
  assert.deepEqual(linksIn(tokensIn(text, 'article')), [
    'https://a.example/b',
    'https://g.example',
    'https://f.example',
  ]);
  assert.deepEqual(namesIn(tokensIn(text, 'article')), []);
});

const pieces = [
  ...[
    '@ada',
    '@ben@social.example',
    '#tag',
    '＃東京',
    'https://a.example/b_(c)',
    'https://b.example',
    '。',
    '（',
    '）',
  ],
  ...[
    '`',
    '```',
    '~~~',
    '\n',
    '\n\n',
    '    ',
    '> ',
    '- ',
    '*',
    '**',
    '_',
    '~~',
    ' ',
    '[',
    '](',
    ')',
    '<',
    '>',
    '/',
    '\\',
  ],
  ...['a', '日', '.', '|', '&#58;', '\u200F', '🎉', "'", '"'],
];

test('what is rendered is what notifies, is indexed and is checked', () => {
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((all) => all.join(''));
  const hrefs = (markup: string) =>
    Array.from(markup.matchAll(/<a href="([^"]*)"/g), ([, href = '']) =>
      href.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
    );
  fc.assert(
    fc.property(texts, fc.constantFrom('post', 'article'), (text, kind) => {
      const tokens = tokensIn(text, kind);
      const shown = new Set(hrefs((kind === 'post' ? renderText : renderRich)(text, people).text));
      const local = [...shown].filter((href) => /^\/(@|hashtag\/)/.test(href));
      assert.deepEqual(
        local.sort(),
        [
          ...namesIn(tokens)
            .filter((name) => people.has(name))
            .map((name) => `/@${name}`),
          ...tagsIn(tokens).map((tag) => `/hashtag/${encodeURIComponent(tag)}`),
        ].sort(),
      );
      const web = [...shown].filter((href) => href.startsWith('http'));
      const known = new Set(linksIn(tokens));
      const checked = new Set(linksOf(text).map(({ host }) => host));
      for (const href of web) {
        assert.ok(known.has(href), href);
        // Markdown also makes links of addresses that no browser opens, such as https://b.example%5D(.
        const host = URL.parse(href)
          ?.hostname.replace(/^www\./, '')
          .replace(/\.$/, '');
        assert.ok(host === undefined || checked.has(host), href);
      }
    }),
    { numRuns: 3000 },
  );
});
