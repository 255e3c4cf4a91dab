import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
    const [first, second] = [a, b].map((text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
    const both = first && second ? first.union(second).size : 0;
    const shared = first && second ? first.intersection(second).size : 0;
    const percent = (part: number, whole: number) =>
      whole === 0 ? 100 : Math.round((part / whole) * 1000) / 10;
    return { distance, similarity: percent(longest - distance, longest), sharedWords: percent(shared, both) };
  },
});

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
