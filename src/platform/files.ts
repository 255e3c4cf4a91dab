import { join } from 'node:path';
import type { Config } from './settings/config.ts';
import { incomingIn, openDisk, openIncoming } from './files/disk.ts';
import { checkPath, isPath, typeOfPath } from './files/path.ts';
import { openS3 } from './files/s3.ts';
import type { S3Settings } from './files/s3.ts';
import type { Store } from './files/store.ts';

/**
 * Stored uploads. Paths come from `newPath` (`photos/2026/09/<random>.webp`), never from the name of an
 * upload. The content of a path never changes.
 */
export interface Files extends Store {
  /** Returns a local path for a temporary file. The caller removes it. */
  newTemporary(): Promise<string>;
  /** The absolute URL at which Plaza serves the file. */
  address(path: string): string;
}

export const uploadsPath = '/content/uploads/';

/** @param record records a path before its file is stored, for `sweepFiles` */
export function openFiles(
  config: Pick<Config, 'dataFolder' | 'plazaUrl'> & S3Settings,
  record: (path: string) => Promise<void> = () => Promise.resolve(),
): Files {
  const folder = join(config.dataFolder, 'uploads');
  const store = config.S3_BUCKET ? openS3(config) : openDisk(folder);
  const ifPath = <T>(path: string, work: () => Promise<T>) =>
    isPath(path) ? work() : Promise.resolve(undefined);
  const { signPut } = store;
  return {
    signPut:
      signPut &&
      (async (path, bytes, within) => {
        checkPath(path, typeOfPath(path));
        await record(path);
        return signPut(path, bytes, within);
      }),
    put: async (path, body, type) => {
      checkPath(path, type);
      await record(path);
      await store.put(path, body, type);
    },
    putFile: async (path, file, type) => {
      checkPath(path, type);
      await record(path);
      await store.putFile(path, file, type);
    },
    newTemporary: openIncoming(incomingIn(folder)),
    read: (path, range) => ifPath(path, () => store.read(path, range)),
    find: (path) => ifPath(path, () => store.find(path)),
    remove: (path) => ifPath(path, () => store.remove(path)),
    address: (path) => `${config.plazaUrl}${uploadsPath}${path}`,
  };
}
