import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'JavaScript beautifier',
  summary: 'Format JavaScript with indentation',
  keywords: 'format pretty print js',
  isolated: true,
  input: {
    js: input.text('JavaScript', 'function add(a,b){return a+b}'),
    indent: input.optional(input.integer('Indent', 2, 0, 8)),
  },
  output: { js: output.code('JavaScript') },
  sample: { js: 'function add(a, b) {\n  return a + b\n}' },
  run: async ({ js, indent }) => {
    const { default: beautify } = await import('js-beautify');
    return { js: beautify.js(js, { indent_size: indent }) };
  },
});
