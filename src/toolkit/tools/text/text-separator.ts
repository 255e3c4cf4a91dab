import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Text separator',
  summary: 'Split text at one separator and join it with another',
  keywords: 'split join delimiter comma newline tab',
  input: {
    text: input.text('Text', 'red;green;blue'),
    split: input.line('Split at', ';', {
      min: 1,
      max: 100,
      description: 'Use \\n for a line break and \\t for a tab',
    }),
    join: input.optional(input.line('Join with', '\\n', { max: 100 })),
    trim: input.flag('Trim spaces', true),
  },
  output: { text: output.text('Text'), parts: output.integer('Parts') },
  sample: { text: 'red\ngreen\nblue', parts: 3 },
  run: ({ text, split, join, trim }) => {
    const parts = text.split(unescape(split)).map((part) => (trim ? part.trim() : part));
    const result = parts.join(unescape(join));
    if (result.length > 2_000_000) throw invalid('join', 'The result is longer than 2,000,000 characters');
    return { text: result, parts: parts.length };
  },
});

const unescape = (text: string) => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
