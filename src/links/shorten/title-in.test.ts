import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleIn } from './jobs.ts';

test('a title is a single line of plain text', () => {
  const rows = [
    ['<title>Plain</title>', 'Plain'],
    ['<head><TITLE lang="en">\n  Two\n lines </TITLE>', 'Two lines'],
    [
      '<title>Fish &amp; chips &#8212; &#x201c;best&#X201D; &mdash; &unknown;</title>',
      'Fish & chips — “best” — &unknown;',
    ],
    ['<title>&lt;b&gt;</title>', '<b>'],
    ['<title>a&#0;b&#1114112;</title>', 'a&#0;b&#1114112;'],
    [`<title>${'x'.repeat(400)}</title>`, 'x'.repeat(255)],
  ] as const;
  for (const [markup, expected] of rows) assert.equal(titleIn(markup), expected);
});

test('a page without a title has none', () => {
  for (const markup of [
    '',
    '<title></title>',
    '<title>   </title>',
    '<title>unclosed',
    '<titles>no</titles>',
    // Regression test: each took seconds when the rest of the page was searched again from every opening tag.
    '<title>'.repeat(36_000),
    '<title '.repeat(36_000),
  ])
    assert.equal(titleIn(markup), undefined);
});
