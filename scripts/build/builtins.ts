import type { Plugin } from 'esbuild';
import { isBuiltin } from 'node:module';

/**
 * Getters that load much code, such as an HTTP client that is not used. Importing all names of `node:http`
 * would trigger them.
 */
const expensive = new Set(['CloseEvent', 'MessageEvent', 'WebSocket']);

/**
 * Restricts imports of Node's modules to the names that are used: `import { request } from 'node:http'`
 * becomes `http.request`.
 */
export const builtins: Plugin = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, async ({ path }) => {
      const names = Object.keys((await import(path)) as object).filter(
        (name) => name !== 'default' && !expensive.has(name),
      );
      return {
        contents: [
          `const builtin = process.getBuiltinModule(${JSON.stringify(path)});`,
          'const get = (name) => builtin[name];',
          'export default builtin;',
          // Removed by tree shaking if unused, because `get` is marked as pure.
          ...names.map((name, i) => `const part${i} = /* @__PURE__ */ get(${JSON.stringify(name)});`),
          `export { ${names.map((name, i) => `part${i} as ${JSON.stringify(name)}`).join(', ')} };`,
        ].join('\n'),
      };
    });
  },
};
