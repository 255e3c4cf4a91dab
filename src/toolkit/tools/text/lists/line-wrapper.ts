import { invalid } from '../../../../kernel/problem.ts';
import { input, output, tool } from '../../../tool.ts';

export default tool({
  title: 'Line prefix and suffix',
  summary: 'Add text before and after each line',
  keywords: 'add prepend append quote wrap lines',
  input: {
    text: input.text('Lines', 'apple\npear'),
    prefix: input.optional(input.line('Before', '"', { max: 100 }), ''),
    suffix: input.optional(input.line('After', '",', { max: 100 }), ''),
    skipEmpty: input.flag('Skip empty lines', true),
  },
  output: { text: output.text('Lines') },
  sample: { text: '"apple",\n"pear",' },
  run: ({ text, prefix, suffix, skipEmpty }) => {
    const result = text
      .split('\n')
      .map((line) => (skipEmpty && line.trim() === '' ? line : prefix + line + suffix))
      .join('\n');
    if (result.length > 2_000_000) throw invalid('prefix', 'The result is longer than 2,000,000 characters');
    return { text: result };
  },
});
