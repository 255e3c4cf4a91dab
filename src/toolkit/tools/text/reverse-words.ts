import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Reverse words',
  summary: 'Reverse the order of the words in each line',
  input: { text: input.text('Text', 'one two three') },
  output: { text: output.text('Text') },
  sample: { text: 'three two one' },
  run: ({ text }) => ({
    text: text
      .split('\n')
      .map((line) => line.split(' ').reverse().join(' '))
      .join('\n'),
  }),
});
