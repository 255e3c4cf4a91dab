import { glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as Esbuild from 'esbuild';
import { projectFolder } from '../../../kernel/project-folder.ts';
import { tighten } from './tighten.ts';

const { resolve } = createRequire(import.meta.url);

/** The libraries that browser modules import, each a single file. */
export const libraries: Readonly<Record<string, string>> = {
  '@hotwired/turbo': join(dirname(resolve('@hotwired/turbo')), 'turbo.es2017-esm.js'),
  '@hotwired/stimulus': join(dirname(resolve('@hotwired/stimulus')), 'stimulus.js'),
  photoswipe: join(dirname(resolve('photoswipe/style.css')), 'photoswipe.esm.min.js'),
};

/** What uses esbuild waits for what used it before, because its process is shared. */
let last: Promise<unknown> = Promise.resolve();

/** Runs esbuild, and stops its process, which would otherwise keep running. */
function withEsbuild<Result>(work: (esbuild: typeof Esbuild) => Promise<Result>): Promise<Result> {
  const done = last.then(async () => {
    const esbuild = await import('esbuild');
    try {
      return await work(esbuild);
    } finally {
      await esbuild.stop();
    }
  });
  last = done.catch(() => undefined);
  return done;
}

/**
 * Minifies a library when a browser first requests it, preserving its license. Where esbuild cannot run, as
 * on a volume mounted noexec, the library stays unminified.
 */
export const minify = (text: string): Promise<string> =>
  withEsbuild(async ({ transform }) => {
    const result = await transform(text, { minify: true, target: 'es2022', legalComments: 'inline' });
    return result.code;
  }).catch(() => tighten(text));

const richText = join(projectFolder, 'browser/rich-text');
const editor = join(richText, 'editor.ts');

/**
 * The editor of rich text with its libraries, which are many small packages: one file, bundled when a browser first
 * requests it. `source` changes with everything that it consists of.
 */
export async function readRichText(): Promise<{ source: string; bundle: () => Promise<string> }> {
  const sources: string[] = [];
  for await (const path of glob('*.ts', { cwd: richText }))
    if (!path.endsWith('.test.ts')) sources.push(await readFile(join(richText, path), 'utf8'));
  const lockfile = await readFile(join(projectFolder, 'package-lock.json'), 'utf8').catch(() => '');
  const versions = lockfile.match(
    /"node_modules\/(?:prosemirror-[a-z-]+|markdown-it)": \{\s+"version": "[^"]+"/g,
  );
  return { source: [...sources.sort(), ...(versions ?? [])].join('\0'), bundle: bundleRichText };
}

/** Without esbuild, the module exports nothing, so that people write Markdown. */
const bundleRichText = (): Promise<string> =>
  withEsbuild(async ({ build }) => {
    const { outputFiles } = await build({ ...options, plugins: [oneMarkdown] });
    return outputFiles[0]?.text ?? '';
  }).catch(() => 'export {};');

const options = {
  absWorkingDir: projectFolder,
  entryPoints: [editor],
  bundle: true,
  format: 'esm',
  minify: true,
  target: 'es2022',
  legalComments: 'inline',
  logLevel: 'silent',
  write: false,
} satisfies Esbuild.BuildOptions;

/** The libraries of the editor use our version of `markdown-it`, which reads as the server does. */
const oneMarkdown: Esbuild.Plugin = {
  name: 'one-markdown',
  setup: (build) => {
    build.onResolve({ filter: /^markdown-it$/ }, () => ({ path: markdown }));
  },
};
const markdown = join(projectFolder, 'node_modules/markdown-it/dist/markdown-it.mjs');
