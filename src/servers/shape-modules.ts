import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const source = join(import.meta.dirname, '..');

/** Files with record schemas. */
export const shapeFiles = '**/*{wire,record,body,content}.ts';

/** Source folders that contain such files. */
export const shapeFolders = ['social', 'paid', 'links'] as const;

/**
 * Loads the schema modules of a folder, in the order of their paths. In `build/` this file is replaced by a
 * list, because the sources are not available (`scripts/build/shape-list.ts`).
 */
export async function shapeModules(folder: (typeof shapeFolders)[number]): Promise<object[]> {
  const files: string[] = [];
  for await (const file of glob(`${folder}/${shapeFiles}`, { cwd: source })) files.push(file);
  return Promise.all(
    files.sort().map(async (file) => (await import(pathToFileURL(join(source, file)).href)) as object),
  );
}
