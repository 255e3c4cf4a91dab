import { input, output, tool } from '../../../tool.ts';

export default tool({
  title: 'List chunker',
  summary: 'Split lines into groups of a given size',
  keywords: 'split batch groups',
  input: {
    text: input.text('Lines', 'a\nb\nc\nd\ne'),
    size: input.integer('Lines a group', 2, 1, 10_000),
  },
  output: { groups: output.list('Groups') },
  sample: { groups: ['a\nb', 'c\nd', 'e'] },
  run: ({ text, size }) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return {
      groups: Array.from({ length: Math.ceil(lines.length / size) }, (_, i) =>
        lines.slice(i * size, (i + 1) * size).join('\n'),
      ),
    };
  },
});
