import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Letter frequency counter',
  summary: 'Count the letters and characters in a text',
  keywords: 'character frequency analysis cipher',
  input: { text: input.text('Text', 'Hello, world'), ignoreCase: input.flag('Ignore case', true) },
  output: {
    characters: output.table('Characters', {
      character: output.text('Character'),
      count: output.integer('Count'),
      percent: output.number('Percent'),
    }),
    entropy: output.number('Entropy in bits per character'),
  },
  sample: {
    characters: [
      { character: 'l', count: 3, percent: 25 },
      { character: 'o', count: 2, percent: 16.7 },
      { character: ' ', count: 1, percent: 8.3 },
      { character: ',', count: 1, percent: 8.3 },
      { character: 'd', count: 1, percent: 8.3 },
      { character: 'e', count: 1, percent: 8.3 },
      { character: 'h', count: 1, percent: 8.3 },
      { character: 'r', count: 1, percent: 8.3 },
      { character: 'w', count: 1, percent: 8.3 },
    ],
    entropy: 3.022,
  },
  run: ({ text, ignoreCase }) => {
    const counts = new Map<string, number>();
    const all = [...(ignoreCase ? text.toLowerCase() : text)];
    for (const character of all) counts.set(character, (counts.get(character) ?? 0) + 1);
    const characters = [...counts]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, 500)
      .map(([character, count]) => ({
        character,
        count,
        percent: Math.round((count / all.length) * 1000) / 10,
      }));
    const entropy = [...counts.values()].reduce((sum, count) => {
      const share = count / all.length;
      return sum - share * Math.log2(share);
    }, 0);
    return { characters, entropy: Math.round(entropy * 1000) / 1000 };
  },
});
