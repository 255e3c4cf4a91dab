import type { Plugin } from 'esbuild';

/**
 * Lazily imported packages stay in `node_modules`: dynamic imports of a bundled CommonJS package would expose
 * only `default`.
 */
export const lazyPackages: Plugin = {
  name: 'lazy-packages',
  setup(build) {
    build.onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) =>
      kind === 'dynamic-import' && !path.startsWith('node:') ? { path, external: true } : undefined,
    );
  },
};
