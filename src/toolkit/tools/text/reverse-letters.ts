import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Reverse text',
  summary: 'Reverse a text letter by letter',
  keywords: 'mirror backwards flip',
  input: { text: input.text('Text', 'Hello 👩‍💻 world') },
  output: { text: output.text('Text') },
  sample: { text: 'dlrow 👩‍💻 olleH' },
  run: ({ text }) => ({
    text: [...new Intl.Segmenter('en').segment(text)]
      .map(({ segment }) => segment)
      .reverse()
      .join(''),
  }),
});
