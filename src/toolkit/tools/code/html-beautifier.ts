import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'HTML beautifier',
  summary: 'Format HTML with indentation',
  keywords: 'format pretty print',
  isolated: true,
  input: {
    html: input.text('HTML', '<ul><li>one</li><li>two</li></ul>'),
    indent: input.optional(input.integer('Indent', 2, 0, 8)),
  },
  output: { html: output.code('HTML') },
  sample: { html: '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>' },
  run: async ({ html, indent }) => {
    const { default: beautify } = await import('js-beautify');
    return { html: beautify.html(html, { indent_size: indent, end_with_newline: false }) };
  },
});
