import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

export default tool({
  title: 'Rail fence cipher',
  summary: 'Encrypt text by writing it in a zigzag and reading it row by row, or decrypt it',
  input: {
    text: input.text('Text', 'WEAREDISCOVEREDFLEEATONCE', { max: 20_000 }),
    rails: input.integer('Rails', 3, 2, 100),
    mode: input.choice('Mode', ['encrypt', 'decrypt'], 'encrypt'),
  },
  output: { text: output.text('Text') },
  sample: { text: 'WECRLTEERDSOEEFEAOCAIVDEN' },
  run: ({ text, rails, mode }) => {
    const letters = [...text];
    const period = 2 * (rails - 1);
    const order = letters
      .map((_, i) => i)
      .sort(
        (a, b) =>
          Math.min(a % period, period - (a % period)) - Math.min(b % period, period - (b % period)) || a - b,
      );
    if (mode === 'encrypt') return { text: order.map((i) => letters[i] ?? '').join('') };
    const back: string[] = [];
    for (const [at, i] of order.entries()) back[i] = letters[at] ?? '';
    return { text: back.join('') };
  },
});
