import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const source = join(import.meta.dirname, '..');

/** Files of these names export the shapes of records. */
export const shapeFiles = '**/*{wire,record,body,content}.ts';

/** Folders below the sources that have such files. */
export const shapeFolders = ['social', 'paid', 'links'] as const;

/**
 * The modules with the shapes of a folder, by the order of their paths. In `build/` a list takes this file's place, because there
 * are no sources to look through (`scripts/build/shape-list.ts`).
 */
export async function shapeModules(folder: (typeof shapeFolders)[number]): Promise<object[]> {
  const files: string[] = [];
  for await (const file of glob(`${folder}/${shapeFiles}`, { cwd: source })) files.push(file);
  return Promise.all(
    files.sort().map(async (file) => (await import(pathToFileURL(join(source, file)).href)) as object),
  );
}
