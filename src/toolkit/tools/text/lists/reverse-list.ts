import { input, output, tool } from '../../../tool.ts';

export default tool({
  title: 'Reverse list',
  summary: 'Reverse the order of lines',
  input: { text: input.text('Lines', 'first\nsecond\nthird') },
  output: { text: output.text('Lines') },
  sample: { text: 'third\nsecond\nfirst' },
  run: ({ text }) => ({ text: text.split('\n').reverse().join('\n') }),
});
