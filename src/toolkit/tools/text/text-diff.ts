import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

interface Part {
  value: string;
  added: boolean;
  removed: boolean;
  count: number;
}

export default tool({
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
});
