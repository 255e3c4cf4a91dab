import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem, msg } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import { typeOfPath } from './path.ts';
import type { Store } from './store.ts';

/**
 * A file store in a folder. Files are written elsewhere, flushed and then renamed, so they are always
 * complete.
 */
export function openDisk(folder: string): Store {
  const incoming = incomingIn(folder);
  const find: Store['find'] = async (path) => {
    const found = await stat(join(folder, path)).catch(unlessMissing);
    return found?.isFile() ? { size: found.size, type: typeOfPath(path) } : undefined;
  };
  const place = async (temporary: string, path: string) => {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await rename(temporary, target);
  };
  return {
    find,
    putFile: async (path, file) => {
      try {
        await flush(file);
        await place(file, path);
      } catch (error) {
        throw roomProblem(error);
      }
    },
    put: async (path, body) => {
      const temporary = join(incoming, randomUUID());
      try {
        await mkdir(incoming, { recursive: true });
        const source = Buffer.isBuffer(body) ? Readable.from([body]) : body;
        await pipeline(source, createWriteStream(temporary, { flush: true }));
        await place(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw roomProblem(error);
      }
    },
    read: async (path, range) => {
      const found = await find(path);
      if (!found) return undefined;
      const stream = createReadStream(join(folder, path), range ?? {});
      const size = range ? range.end - range.start + 1 : found.size;
      return { stream, size, total: found.size, type: found.type };
    },
    remove: (path) => rm(join(folder, path), { force: true }),
  };
}

/** Without it, written data may be lost in a power failure. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

function unlessMissing(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}

export function roomProblem(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new Problem('unavailable', msg('The server is out of storage'), {
    retryAfter: 60,
    cause: error,
  });
}

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
  await sweepIncoming(folder);
}

/** Removes what processes left that ended in the middle of an upload. No upload takes a day. */
export async function sweepIncoming(folder: string): Promise<void> {
  const yesterday = Date.now() - days(1);
  const names = await readdir(folder).catch(() => []); // absent before the first upload
  for (const name of names) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < yesterday) await rm(file, { force: true, recursive: true });
  }
}
