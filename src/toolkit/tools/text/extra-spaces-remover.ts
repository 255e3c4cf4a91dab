import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Extra spaces remover',
  summary: 'Remove repeated spaces, and spaces at the start and end of lines',
  keywords: 'whitespace trim',
  input: { text: input.text('Text', '  Too   many    spaces  \n here ') },
  output: { text: output.text('Text'), removed: output.integer('Characters removed') },
  sample: { text: 'Too many spaces\nhere', removed: 11 },
  run: ({ text }) => {
    const result = text
      .split('\n')
      .map((line) =>
        line
          .split(/[^\S\n]/)
          .filter(Boolean)
          .join(' '),
      )
      .join('\n');
    return { text: result, removed: text.length - result.length };
  },
});
