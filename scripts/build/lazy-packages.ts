import type { Plugin } from 'esbuild';

/**
 * Packages that are imported when they are used stay in `node_modules`: of a CommonJS package in the bundle, such an import
 * would have no names but `default`.
 */
export const lazyPackages: Plugin = {
  name: 'lazy-packages',
  setup(build) {
    build.onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) =>
      kind === 'dynamic-import' && !path.startsWith('node:') ? { path, external: true } : undefined,
    );
  },
};
