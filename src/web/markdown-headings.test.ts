import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkdown } from './markdown.ts';

const idsOf = (text: string) =>
  readMarkdown(text, { toId: (heading) => heading.toLowerCase() }).headings.map(({ id }) => id);

test('headings of the same words have ids that differ', () => {
  assert.deepEqual(idsOf('# A\n# A\n# B\n# A'), ['a', 'a-2', 'b', 'a-3']);
});

test('an id that another heading has by its words is not given again', () => {
  assert.deepEqual(idsOf('# a-2\n# a\n# a\n# a-2\n# a'), ['a-2', 'a', 'a-3', 'a-2-2', 'a-4']);
});
