import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'CSS beautifier',
  summary: 'Format CSS with indentation',
  keywords: 'format pretty print',
  isolated: true,
  input: {
    css: input.text('CSS', 'a{color:red;margin:0}b{top:1px}'),
    indent: input.optional(input.integer('Indent', 2, 0, 8)),
  },
  output: { css: output.code('CSS') },
  sample: { css: 'a {\n  color: red;\n  margin: 0\n}\n\nb {\n  top: 1px\n}' },
  run: async ({ css, indent }) => {
    const { default: beautify } = await import('js-beautify');
    return { css: beautify.css(css, { indent_size: indent }) };
  },
});
