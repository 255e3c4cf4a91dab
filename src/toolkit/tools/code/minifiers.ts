import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { TransformOptions } from 'esbuild';

export default [
  tool({
    slug: 'css-minifier',
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
  }),
  tool({
    slug: 'html-minifier',
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
  }),
  tool({
    slug: 'js-minifier',
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
  }),
  tool({
    slug: 'typescript-to-javascript',
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
  }),
];

/** Transforms code with esbuild, which runs in a separate process and does not block the event loop. */
async function transformWith(field: string, code: string, options: TransformOptions): Promise<string> {
  const { transform } = await import('esbuild');
  try {
    const { code: text } = await transform(code, { ...options, logLevel: 'silent', legalComments: 'none' });
    return text.trimEnd();
  } catch (error) {
    const [first] =
      (error as { errors?: { text: string; location: { line: number } | null }[] }).errors ?? [];
    throw invalid(
      field,
      first ? `${first.text} (line ${first.location?.line ?? 1})` : 'This cannot be parsed',
    );
  }
}
