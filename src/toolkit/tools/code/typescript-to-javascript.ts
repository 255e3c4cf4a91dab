import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { transformWith } from '../../encodings/esbuild.ts';

export default tool({
  title: 'TypeScript to JavaScript',
  summary: 'Convert TypeScript to JavaScript by removing its types',
  keywords: 'transpile tsx jsx',
  isolated: true,
  input: {
    typescript: input.text('TypeScript', 'const add = (a: number, b: number): number => a + b;'),
    jsx: input.flag('With JSX'),
  },
  output: { js: output.code('JavaScript') },
  sample: { js: 'const add = (a, b) => a + b;' },
  run: async ({ typescript, jsx }) => ({
    js: await transformWith('typescript', typescript, { loader: jsx ? 'tsx' : 'ts' }),
  }),
});
