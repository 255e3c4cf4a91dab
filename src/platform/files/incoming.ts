import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { days } from '../../kernel/time.ts';

/** The folder of incomplete files, on the same disk as their destination. */
export const incomingIn = (uploads: string) => join(uploads, '.incoming');

/**
 * Returns a function that creates paths for temporary files in a folder. The caller removes them. Files left
 * by a dead process are removed by the next one.
 */
export function openIncoming(folder: string): () => Promise<string> {
  let ready: Promise<void> | undefined;
  return async () => {
    ready ??= prepare(folder);
    await ready.catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return join(folder, randomUUID());
  };
}

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const yesterday = Date.now() - days(1);
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < yesterday) await rm(file, { force: true });
  }
}
