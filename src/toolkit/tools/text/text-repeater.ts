import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Text repeater',
  summary: 'Repeat a text a number of times',
  input: {
    text: input.text('Text', 'Hello'),
    times: input.integer('Times', 3, 1, 10_000),
    separator: input.optional(input.line('Separator', ', ', { max: 100 }), ''),
  },
  output: { text: output.text('Text') },
  sample: { text: 'Hello, Hello, Hello' },
  run: ({ text, times, separator }) => {
    if ((text.length + separator.length) * times > 1_000_000)
      throw invalid('times', 'The result is longer than 1,000,000 characters');
    return { text: Array.from({ length: times }, () => text).join(separator) };
  },
});
