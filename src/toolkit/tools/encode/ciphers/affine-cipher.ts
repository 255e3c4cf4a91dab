import { invalid } from '../../../../kernel/problem.ts';
import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

export default tool({
  title: 'Affine cipher',
  summary: 'Encrypt or decrypt letters with ax + b modulo 26',
  input: {
    text: input.text('Text', 'AFFINE CIPHER'),
    a: input.integer('a', 5, 1, 25),
    b: input.integer('b', 8, 0, 25),
    mode: input.choice('Mode', ['encrypt', 'decrypt'], 'encrypt'),
  },
  output: { text: output.text('Text') },
  sample: { text: 'IHHWVC SWFRCP' },
  run: ({ text, a, b, mode }) => {
    const inverse = Array.from({ length: 26 }, (_, i) => i).find((i) => (a * i) % 26 === 1);
    if (inverse === undefined) throw invalid('a', 'a must be coprime to 26: odd and not 13');
    const map = (x: number) => (mode === 'encrypt' ? a * x + b : inverse * (x - b + 26)) % 26;
    return {
      text: text.replace(/[a-z]/gi, (c) => {
        const start = c <= 'Z' ? 65 : 97;
        return String.fromCharCode(map(c.charCodeAt(0) - start) + start);
      }),
    };
  },
});
