import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { transformWith } from '../../encodings/esbuild.ts';

export default tool({
  title: 'CSS minifier',
  summary: 'Minify CSS by removing spaces and comments',
  keywords: 'compress',
  isolated: true,
  input: { css: input.text('CSS', 'a {\n  color: #ff0000;\n  margin: 0px;\n}') },
  output: { css: output.code('CSS'), saved: output.integer('Bytes saved') },
  sample: { css: 'a{color:red;margin:0}', saved: 17 },
  run: async ({ css }) => {
    const small = await transformWith('css', css, { loader: 'css', minify: true });
    return { css: small, saved: Buffer.byteLength(css) - Buffer.byteLength(small) };
  },
});
