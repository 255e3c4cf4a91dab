import type { Plugin } from 'esbuild';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shapeFiles, shapeFolders } from '../../src/servers/shape-modules.ts';

/** Replaces `src/servers/shape-modules.ts`, which scans the sources, with a static list. */
export const shapeList: Plugin = {
  name: 'shape-list',
  setup(build) {
    build.onLoad({ filter: /\/src\/servers\/shape-modules\.ts$/ }, ({ path }) => {
      const source = join(dirname(path), '..');
      const lists = shapeFolders.map((folder) => {
        const files = globSync(`${folder}/${shapeFiles}`, { cwd: source }).sort();
        const names = files.map((_, i) => `${folder}${i}`);
        return {
          imports: files.map(
            (file, i) => `import * as ${names[i]} from ${JSON.stringify(join(source, file))};`,
          ),
          entry: `${folder}: [${names.join(', ')}]`,
        };
      });
      return {
        contents: [
          ...lists.flatMap(({ imports }) => imports),
          `const modules = { ${lists.map(({ entry }) => entry).join(', ')} };`,
          'export const shapeModules = async (folder) => modules[folder];',
        ].join('\n'),
        resolveDir: source,
      };
    });
  },
};
