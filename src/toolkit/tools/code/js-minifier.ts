import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { transformWith } from '../../encodings/esbuild.ts';

export default tool({
  title: 'JavaScript minifier',
  summary: 'Minify JavaScript by removing spaces and comments',
  keywords: 'compress uglify js',
  isolated: true,
  input: {
    js: input.text(
      'JavaScript',
      'function add(first, second) {\n  // adds\n  return first + second;\n}\nconsole.log(add(1, 2));',
    ),
  },
  output: { js: output.code('JavaScript'), saved: output.integer('Bytes saved') },
  sample: { js: 'function add(n,o){return n+o}console.log(add(1,2));', saved: 39 },
  run: async ({ js }) => {
    const small = await transformWith('js', js, { loader: 'js', minify: true });
    return { js: small, saved: Buffer.byteLength(js) - Buffer.byteLength(small) };
  },
});
