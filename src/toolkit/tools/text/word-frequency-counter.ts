import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Word frequency counter',
  summary: 'Count how often each word occurs in a text',
  keywords: 'density keyword occurrences',
  input: {
    text: input.text('Text', 'To be, or not to be, that is the question'),
    max: input.optional(input.integer('Words at most', 50, 1, 1000)),
    shortest: input.optional(input.integer('Letters at least', 1, 1, 20)),
  },
  output: {
    words: output.table('Words', {
      word: output.text('Word'),
      count: output.integer('Count'),
      percent: output.number('Percent'),
    }),
    total: output.integer('Words in all'),
    distinct: output.integer('Distinct words'),
  },
  sample: {
    words: [
      { word: 'be', count: 2, percent: 20 },
      { word: 'to', count: 2, percent: 20 },
      { word: 'is', count: 1, percent: 10 },
      { word: 'not', count: 1, percent: 10 },
      { word: 'or', count: 1, percent: 10 },
      { word: 'question', count: 1, percent: 10 },
      { word: 'that', count: 1, percent: 10 },
      { word: 'the', count: 1, percent: 10 },
    ],
    total: 10,
    distinct: 8,
  },
  run: ({ text, max, shortest }) => {
    const counts = new Map<string, number>();
    let total = 0;
    for (const { segment, isWordLike } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text)) {
      if (!isWordLike || [...segment].length < shortest) continue;
      const word = segment.toLowerCase();
      counts.set(word, (counts.get(word) ?? 0) + 1);
      total += 1;
    }
    const words = [...counts]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, max)
      .map(([word, count]) => ({ word, count, percent: Math.round((count / total) * 1000) / 10 }));
    return { words, total, distinct: counts.size };
  },
});
