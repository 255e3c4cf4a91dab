import type { Plugin } from 'esbuild';

/** Replacements for dependencies that packages load at start for unused features. */
const replacements: Readonly<Record<string, string>> = {
  // graphile-worker searches for a config file from the working folder upwards, and exits the process if it
  // finds one.
  cosmiconfig: 'export const cosmiconfigSync = () => ({ search: () => null });',
  // @fastify/swagger prints YAML only on request.
  yaml: "exports.stringify = () => { throw new Error('No YAML is made here') };",
};

export const omitted: Plugin = {
  name: 'left-out',
  setup(build) {
    const filter = new RegExp(`^(?:${Object.keys(replacements).join('|')})$`);
    build.onResolve({ filter }, ({ path, kind }) =>
      // Direct dynamic imports of the project are not replaced.
      kind === 'dynamic-import' ? undefined : { path, namespace: 'left-out' },
    );
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: replacements[path] ?? '',
    }));
  },
};
