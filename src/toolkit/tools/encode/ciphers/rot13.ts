import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

export default tool({
  title: 'ROT13',
  summary: 'Shift letters by thirteen positions, which is its own inverse',
  input: { text: input.text('Text', 'Hello, World!') },
  output: { text: output.text('Text') },
  sample: { text: 'Uryyb, Jbeyq!' },
  run: ({ text }) => ({ text: text.replace(/[a-z]/gi, (c) => shift(c)) }),
});

function shift(letter: string): string {
  const start = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
}
