import { input, output, tool } from '../../../tool.ts';

export default tool({
  title: 'Line numberer',
  summary: 'Number the lines of a text',
  keywords: 'enumerate numbered list',
  input: {
    text: input.text('Lines', 'apples\npears\nplums'),
    start: input.optional(input.integer('Start at', 1, -1_000_000, 1_000_000)),
    separator: input.optional(input.line('Separator', '. ', { max: 20 })),
    pad: input.flag('Align the numbers'),
  },
  output: { text: output.text('Lines') },
  sample: { text: '1. apples\n2. pears\n3. plums' },
  run: ({ text, start, separator, pad }) => {
    const lines = text.split('\n');
    const width = pad ? String(start + lines.length - 1).length : 0;
    return { text: lines.map((line, i) => String(start + i).padStart(width) + separator + line).join('\n') };
  },
});
