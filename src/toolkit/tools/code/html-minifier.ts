import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'HTML minifier',
  summary: 'Minify HTML by removing spaces and comments',
  keywords: 'compress',
  isolated: true,
  input: { html: input.text('HTML', '<p class="a">\n  Hello <!-- note -->\n</p>') },
  output: { html: output.code('HTML'), saved: output.integer('Bytes saved') },
  sample: { html: '<p class="a">Hello</p>', saved: 18 },
  run: async ({ html }) => {
    const { minify } = await import('html-minifier-terser');
    try {
      const small = await minify(html, {
        collapseWhitespace: true,
        removeComments: true,
        collapseBooleanAttributes: true,
        removeRedundantAttributes: true,
        continueOnParseError: true,
      });
      return { html: small, saved: Buffer.byteLength(html) - Buffer.byteLength(small) };
    } catch (error) {
      throw invalid('html', (error as Error).message.slice(0, 200));
    }
  },
});
