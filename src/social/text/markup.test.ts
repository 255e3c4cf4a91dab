import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Inline, parseBlocks, parseInline } from './markup.ts';
import { renderText } from './render-text.ts';

const depthOf = (pieces: readonly Inline[]): number =>
  Math.max(0, ...pieces.map((piece) => ('children' in piece ? 1 + depthOf(piece.children) : 0)));

test('limits the nesting depth of emphasis', () => {
  const deep = `${'*a ~~b **c '.repeat(5000)}${' c** b~~ a*'.repeat(5000)}`;
  assert.equal(depthOf(parseInline(deep)), 12);
  assert.ok(renderText(deep, new Map()).text.includes('<strong>'));
});

test('unclosed markers stay text, and their content is parsed', () => {
  assert.deepEqual(parseInline('*a #b **c** `d'), [
    { kind: 'text', text: '*a ' },
    { kind: 'hashtag', text: '#b', tag: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'strong', children: [{ kind: 'text', text: 'c' }] },
    { kind: 'text', text: ' `d' },
  ]);
});

test('unclosed fences are paragraphs, and fences before the last closing one are code', () => {
  assert.deepEqual(parseBlocks('```a\nb\n```\n```a\n```b'), [
    { kind: 'code', text: 'b' },
    { kind: 'paragraph', text: '```a\n```b' },
  ]);
});
