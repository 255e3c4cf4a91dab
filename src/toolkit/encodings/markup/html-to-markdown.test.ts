import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { htmlToMarkdown } from './html-to-markdown.ts';

const rows: [html: string, markdown: string][] = [
  ['<ol start="3"><li>a<ol><li>b<ol start="5"><li>c</li></ol></li></ol></li><li>d</li></ol>', '3. a\n   1. b\n\n      5. c\n4. d'],
  ['<pre>a\n  b `c` ```\n</pre>', '````\na\n  b `c` ```\n````'],
  ['<pre><code class="language-js">x\n</code></pre>', '```js\nx\n```'],
  ['<table><tr><th>a|b</th><th>c<br>d</th></tr><tr><td><code>x|y</code></td><td>z</td></tr></table>', '| a\\|b | c d |\n| - | - |\n| `x\\|y` | z |'],
  ['<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;</p>', '\\<script>alert(1)\\</script> \\&lt;'],
  ['<a href="https://e.example/a b" title=\'say "hi"\'>x</a>', '[x](<https://e.example/a b> "say \\"hi\\"")'],
  ['<a href="https://e.example/(a)">y]</a>', '[y\\]](https://e.example/\\(a\\))'],
  ['<img src="a b.png" alt="[x]">', '![\\[x\\]](<a b.png>)'],
  ['<p>1. no</p><p># no</p><p>- no</p><p>*a* _b_ `c`</p>', '1\\. no\n\n\\# no\n\n\\- no\n\n\\*a\\* \\_b\\_ \\`c\\`'],
  ['<p>x <b> y </b>z</p>', 'x **y** z'],
  ['<ul><li><input type="checkbox" checked> done</li></ul>', '* [x] done'],
  ['<a href="java&#10;script:alert(1)">x</a><script>alert(1)</script><style>x</style>', '[x]()'],
]; // prettier-ignore

for (const [html, markdown] of rows)
  test(`converts ${html.slice(0, 60)}`, () => assert.equal(htmlToMarkdown(html), markdown));

test('rejects deep nesting, and takes long texts', () => {
  for (const tag of ['div', 'b', 'blockquote', 'ul><li', 'table><tr><td'])
    assert.throws(() => htmlToMarkdown(`<${tag}>`.repeat(20_000)), { kind: 'invalid', field: 'html' }, tag);
  for (const text of [
    '<p>x',
    '<li>x',
    'a*_[`',
    '&',
    '<',
    '<br>',
    ' ',
    '<a>',
    '<a> </a>',
    '<span></span>',
    '<em> </em>',
    '<code></code>',
    '<td>x',
  ].map((piece) => piece.repeat(5000)))
    assert.equal(typeof htmlToMarkdown(text), 'string');
});

const reader = new MarkdownIt({ linkify: false });
const render = (markdown: string) => reader.render(markdown);

const phrase = fc.constantFrom(
  'a',
  'b c',
  '*',
  '_x_',
  '`',
  '<b>',
  '&lt;',
  '[x](y)',
  '|',
  '1.',
  '#',
  '- ',
  '\\',
  '~~',
  '!',
  'é',
  '日',
);
const text = fc.array(phrase, { minLength: 1, maxLength: 5 }).map((all) => `w ${all.join(' ')} w`);
const escaped = (plain: string) =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const block = fc.letrec<{ block: string; list: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text.map((plain) => `<p>${escaped(plain)}</p>`),
    text.map((plain) => `<h2>${escaped(plain)}</h2>`),
    text.map((plain) => `<p>w <strong>${escaped(plain)}</strong> w</p>`),
    text.map((plain) => `<p><a href="https://e.example/a(b)%20c">${escaped(plain)}</a></p>`),
    text.map((plain) => `<pre><code>${escaped(plain)}\n</code></pre>`),
    tie('list'),
    tie('block').map((inner) => `<blockquote>${inner}</blockquote>`),
  ),
  list: fc
    .tuple(fc.constantFrom('<ul>', '<ol>', '<ol start="7">'), fc.array(text, { minLength: 1, maxLength: 3 }))
    .map(
      ([open, items]) =>
        `${open}${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</${open.slice(1, 3)}>`,
    ),
})).block;

test('Markdown from HTML renders as the same HTML', () => {
  const compact = (html: string) =>
    html
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/> | </g, (edge) => edge.trim())
      .replaceAll('&quot;', '"')
      .trim();
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
      // A list directly after another would continue it.
      const html = blocks.join('<p>w</p>');
      assert.equal(compact(render(htmlToMarkdown(html))), compact(html));
    }),
    { numRuns: 200, endOnFailure: true },
  );
});
