import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

export default tool({
  title: 'Atbash cipher',
  summary: 'Reverse the alphabet: A becomes Z, B becomes Y',
  input: { text: input.text('Text', 'Hello, World!') },
  output: { text: output.text('Text') },
  sample: { text: 'Svool, Dliow!' },
  run: ({ text }) => ({
    text: text.replace(/[a-z]/gi, (c) => {
      const start = c <= 'Z' ? 65 : 97;
      return String.fromCharCode(25 - (c.charCodeAt(0) - start) + start);
    }),
  }),
});
