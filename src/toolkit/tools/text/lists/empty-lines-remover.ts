import { input, output, tool } from '../../../tool.ts';

export default tool({
  title: 'Empty lines remover',
  summary: 'Remove empty lines and lines of spaces',
  keywords: 'blank',
  input: { text: input.text('Text', 'one\n\n  \ntwo\n') },
  output: { text: output.text('Text'), removed: output.integer('Lines removed') },
  sample: { text: 'one\ntwo', removed: 3 },
  run: ({ text }) => {
    const lines = text.split('\n');
    const remaining = lines.filter((line) => line.trim() !== '');
    return { text: remaining.join('\n'), removed: lines.length - remaining.length };
  },
});
