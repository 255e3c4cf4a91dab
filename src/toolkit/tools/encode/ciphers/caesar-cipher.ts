import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

export default tool({
  title: 'Caesar cipher',
  summary: 'Shift letters by a number of positions',
  input: { text: input.text('Text', 'Attack at dawn'), shift: input.integer('Shift', 3, -25, 25) },
  output: { text: output.text('Text') },
  sample: { text: 'Dwwdfn dw gdzq' },
  run: ({ text, shift }) => ({
    text: text.replace(/[a-z]/gi, (c) => {
      const start = c <= 'Z' ? 65 : 97;
      return String.fromCharCode(((c.charCodeAt(0) - start + shift + 26) % 26) + start);
    }),
  }),
});
