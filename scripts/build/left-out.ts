import type { Plugin } from 'esbuild';

/** What packages load at start for things that are not asked of them here, and what they are given instead. */
const instead: Readonly<Record<string, string>> = {
  // graphile-worker looks for a file of settings from the working folder upwards, and ends the process when it finds one.
  cosmiconfig: 'export const cosmiconfigSync = () => ({ search: () => null });',
  // @fastify/swagger prints YAML when it is asked to; `/api-docs/yaml` is printed by @fastify/swagger-ui.
  yaml: "exports.stringify = () => { throw new Error('No YAML is made here') };",
};

export const omitted: Plugin = {
  name: 'left-out',
  setup(build) {
    const filter = new RegExp(`^(?:${Object.keys(instead).join('|')})$`);
    build.onResolve({ filter }, ({ path, kind }) =>
      // What we import ourselves, when it is used, is wanted.
      kind === 'dynamic-import' ? undefined : { path, namespace: 'left-out' },
    );
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({ contents: instead[path] ?? '' }));
  },
};
