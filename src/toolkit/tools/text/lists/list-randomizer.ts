import { randomInt } from 'node:crypto';
import { input, output, tool } from '../../../tool.ts';

export default tool({
  title: 'List randomizer',
  summary: 'Shuffle lines, or draw some at random',
  keywords: 'shuffle random order winner picker lottery',
  input: {
    text: input.text('Lines', 'Ada\nBob\nCleo\nDan'),
    draw: input.optional(input.integer('Draw at most', 0, 0, 10_000)),
  },
  output: { text: output.text('Lines') },
  run: ({ text, draw }) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    for (let i = lines.length - 1; i > 0; i -= 1) {
      const j = randomInt(i + 1);
      [lines[i], lines[j]] = [lines[j] ?? '', lines[i] ?? ''];
    }
    return { text: (draw > 0 ? lines.slice(0, draw) : lines).join('\n') };
  },
});
