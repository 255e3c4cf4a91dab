import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

export default tool({
  title: 'ROT47',
  summary: 'Shift all printable ASCII characters by 47 positions',
  input: { text: input.text('Text', 'Hello, World!') },
  output: { text: output.text('Text') },
  sample: { text: 'w6==@[ (@C=5P' },
  run: ({ text }) => ({
    text: text.replace(/[!-~]/g, (c) => String.fromCharCode(((c.charCodeAt(0) - 33 + 47) % 94) + 33)),
  }),
});
