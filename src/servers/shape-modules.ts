import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const source = join(import.meta.dirname, '..');

/** Files of these names export the shapes of records. */
export const shapeFiles = '**/*{wire,record,body,content}.ts';

/**
 * The modules with a service's shapes, by the order of their paths. In `build/` a list takes this file's place, because there
 * are no sources to look through (`scripts/build/shape-list.ts`).
 */
export async function shapeModules(service: 'social' | 'links'): Promise<object[]> {
  const files: string[] = [];
  for await (const file of glob(`${service}/${shapeFiles}`, { cwd: source })) files.push(file);
  return Promise.all(
    files.sort().map(async (file) => (await import(pathToFileURL(join(source, file)).href)) as object),
  );
}
