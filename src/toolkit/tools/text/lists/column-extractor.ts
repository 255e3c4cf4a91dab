import { input, output, tool } from '../../../tool.ts';

export default tool({
  title: 'Column extractor',
  summary: 'Extract a column from lines with separators',
  keywords: 'cut field csv tsv column',
  input: {
    text: input.text('Lines', 'ada,36,London\nbob,41,Paris'),
    separator: input.optional(input.line('Separator', ',', { min: 1, max: 10 })),
    column: input.optional(input.integer('Column', 1, 1, 1000)),
  },
  output: { text: output.text('Column') },
  sample: { text: 'ada\nbob' },
  run: ({ text, separator, column }) => ({
    text: text
      .split('\n')
      .map((line) => line.split(separator === '\\t' ? '\t' : separator)[column - 1] ?? '')
      .join('\n'),
  }),
});
