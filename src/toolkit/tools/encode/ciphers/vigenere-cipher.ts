import { invalid } from '../../../../kernel/problem.ts';
import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

export default tool({
  title: 'Vigenère cipher',
  summary: 'Encrypt or decrypt letters with a keyword',
  input: {
    text: input.text('Text', 'ATTACKATDAWN'),
    key: input.line('Keyword', 'LEMON', { max: 100 }),
    mode: input.choice('Mode', ['encrypt', 'decrypt'], 'encrypt'),
  },
  output: { text: output.text('Text') },
  sample: { text: 'LXFOPVEFRNHR' },
  run: ({ text, key, mode }) => {
    const shifts = [...key.toUpperCase()].filter((c) => /[A-Z]/.test(c)).map((c) => c.charCodeAt(0) - 65);
    if (shifts.length === 0) throw invalid('key', 'Send a keyword of the letters A to Z');
    let i = 0;
    return {
      text: text.replace(/[a-z]/gi, (c) => {
        const start = c <= 'Z' ? 65 : 97;
        const shift = (shifts[i++ % shifts.length] ?? 0) * (mode === 'encrypt' ? 1 : -1);
        return String.fromCharCode(((c.charCodeAt(0) - start + shift + 26) % 26) + start);
      }),
    };
  },
});
