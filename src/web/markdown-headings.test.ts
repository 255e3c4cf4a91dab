import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkdown } from './markdown.ts';

const idsOf = (text: string) =>
  readMarkdown(text, { toId: (heading) => heading.toLowerCase() }).headings.map(({ id }) => id);

test('gives headings with the same text different ids', () => {
  assert.deepEqual(idsOf('# A\n# A\n# B\n# A'), ['a', 'a-2', 'b', 'a-3']);
});

test('does not reuse an id that another heading has from its text', () => {
  assert.deepEqual(idsOf('# a-2\n# a\n# a\n# a-2\n# a'), ['a-2', 'a', 'a-3', 'a-2-2', 'a-4']);
});
