import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';

const ascii = /^[\0-\x7f]*$/;

/**
 * Escapes non-ASCII characters as `\u2026`. A single one, as in templates, makes Node store the whole bundle
 * in memory with two bytes per character. (Templates are not read raw, except by `String.raw`.)
 */
export const singleByteText: Plugin = {
  name: 'single-byte-text',
  setup(build) {
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const text = await readFile(path, 'utf8');
      if (ascii.test(text) || text.includes('String.raw')) return undefined;
      const escape = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
      return { contents: text.replaceAll(/[\u0080-\uffff]/g, escape), loader: 'ts' };
    });
  },
};
