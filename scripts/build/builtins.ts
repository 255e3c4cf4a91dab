import type { Plugin } from 'esbuild';
import { isBuiltin } from 'node:module';

/** Names that load much when they are only read, as an import of `node:http` reads all: an HTTP client that we don't use. */
const expensive = new Set(['CloseEvent', 'MessageEvent', 'WebSocket']);

/**
 * Imports of Node's own modules name what they use, and nothing else is read: `import { request } from 'node:http'` becomes
 * a look at `http.request`.
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
          // Omitted where nobody imports it, because `get` is said to do nothing else.
          ...names.map((name, i) => `const part${i} = /* @__PURE__ */ get(${JSON.stringify(name)});`),
          `export { ${names.map((name, i) => `part${i} as ${JSON.stringify(name)}`).join(', ')} };`,
        ].join('\n'),
      };
    });
  },
};
