import { input, output, tool } from '../../tool.ts';

interface Part {
  value: string;
  added: boolean;
  removed: boolean;
  count: number;
}

export default [
  tool({
    slug: 'text-similarity',
    title: 'Text similarity',
    summary: 'Measure the similarity of two texts by Levenshtein distance and shared words',
    keywords: 'levenshtein edit distance jaccard compare',
    isolated: true,
    input: {
      a: input.text('First text', 'kitten', { max: 5000 }),
      b: input.text('Second text', 'sitting', { max: 5000 }),
    },
    output: {
      distance: output.integer('Levenshtein distance'),
      similarity: output.number('Similarity in percent'),
      sharedWords: output.number('Shared words in percent (Jaccard)'),
    },
    sample: { distance: 3, similarity: 57.1, sharedWords: 0 },
    run: ({ a, b }) => {
      const distance = levenshtein([...a], [...b]);
      const longest = Math.max([...a].length, [...b].length);
      const [first, second] = [a, b].map(
        (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
      );
      const both = first && second ? first.union(second).size : 0;
      const shared = first && second ? first.intersection(second).size : 0;
      const percent = (part: number, whole: number) =>
        whole === 0 ? 100 : Math.round((part / whole) * 1000) / 10;
      return {
        distance,
        similarity: percent(longest - distance, longest),
        sharedWords: percent(shared, both),
      };
    },
  }),
  tool({
    slug: 'text-diff',
    title: 'Text diff',
    summary: 'Compare two texts by lines, words or characters',
    keywords: 'difference compare changes patch unified text-diff-checker',
    isolated: true,
    input: {
      before: input.text('Before', 'one\ntwo\nthree'),
      after: input.text('After', 'one\n2\nthree'),
      by: input.choice('Compare', ['lines', 'words', 'characters'], 'lines'),
    },
    output: {
      changes: output.table('Changes', {
        kind: output.text('Kind'),
        text: output.text('Text'),
      }),
      added: output.integer('Added'),
      removed: output.integer('Removed'),
      patch: output.code('Unified diff'),
    },
    sample: {
      changes: [
        { kind: 'same', text: 'one\n' },
        { kind: 'removed', text: 'two\n' },
        { kind: 'added', text: '2\n' },
        { kind: 'same', text: 'three' },
      ],
      added: 1,
      removed: 1,
      patch:
        '===================================================================\n--- before\n+++ after\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n\\ No newline at end of file\n',
    },
    run: async ({ before, after, by }) => {
      const { createTwoFilesPatch, diffChars, diffLines, diffWordsWithSpace } = await import('diff');
      const compare = (): Part[] => {
        if (by === 'lines') return diffLines(before, after);
        return by === 'words' ? diffWordsWithSpace(before, after) : diffChars(before, after);
      };
      const parts = compare();
      const changes = parts.map(({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value,
      }));
      const countOf = (kind: 'added' | 'removed') =>
        parts.filter((part) => part[kind]).reduce((sum, part) => sum + part.count, 0);
      return {
        changes,
        added: countOf('added'),
        removed: countOf('removed'),
        patch: createTwoFilesPatch('before', 'after', before, after),
      };
    },
  }),
];

function levenshtein(a: readonly string[], b: readonly string[]): number {
  let row = b.map((_, i) => i + 1);
  for (const [i, letter] of a.entries()) {
    let left = i + 1;
    let above = i;
    row = row.map((up, j) => {
      const next = Math.min(up + 1, left + 1, above + (letter === b[j] ? 0 : 1));
      above = up;
      left = next;
      return next;
    });
  }
  return row.at(-1) ?? a.length;
}
