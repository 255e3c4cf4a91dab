import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Text wrapper',
  summary: 'Wrap the lines of a text at a width',
  keywords: 'wrap column fold reflow',
  input: {
    text: input.text('Text', 'The quick brown fox jumps over the lazy dog and runs away into the forest.'),
    width: input.optional(input.integer('Characters a line', 40, 5, 1000), 80),
    prefix: input.line('Start each line with', '', { max: 20 }),
  },
  output: { text: output.text('Text') },
  sample: { text: 'The quick brown fox jumps over the lazy\ndog and runs away into the forest.' },
  run: ({ text, width, prefix }) => ({
    text: text
      .split('\n')
      .flatMap((line) => wrap(line, width))
      .map((line) => prefix + line)
      .join('\n'),
  }),
});

function wrap(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}
