import { join } from 'node:path';
import type { Config } from './config.ts';
import { openDisk } from './files/disk.ts';
import { checkPath, isPath } from './files/path.ts';
import { openS3 } from './files/s3.ts';
import type { S3Settings } from './files/s3.ts';
import type { Store } from './files/store.ts';

/**
 * What people upload. Paths come from `newPath` (`photos/2026/09/<random>.webp`), never from a name that came with an
 * upload, and what is under a path never changes.
 */
export interface Files extends Store {
  /** The absolute address under which Plaza serves it. */
  address(path: string): string;
}

export const uploadsPath = '/content/uploads/';

export function openFiles(config: Pick<Config, 'dataFolder' | 'plazaUrl'> & S3Settings): Files {
  const store = config.S3_BUCKET ? openS3(config) : openDisk(join(config.dataFolder, 'uploads'));
  const ifPath = <T>(path: string, work: () => Promise<T>) =>
    isPath(path) ? work() : Promise.resolve(undefined);
  return {
    put: async (path, body, type) => {
      checkPath(path, type);
      await store.put(path, body, type);
    },
    read: (path, range) => ifPath(path, () => store.read(path, range)),
    find: (path) => ifPath(path, () => store.find(path)),
    remove: (path) => ifPath(path, () => store.remove(path)),
    address: (path) => `${config.plazaUrl}${uploadsPath}${path}`,
  };
}
