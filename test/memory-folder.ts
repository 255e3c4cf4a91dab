import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** A run needs a tenth of this. Containers often have only 64 MB there. */
const enough = 2 * 1024 ** 3;

/**
 * Returns the fastest folder for temporary files: in memory, if the system has such a folder with enough
 * space. Copying a database creates a thousand small files, which is ten times as slow on disk.
 */
export function memoryFolder(): string {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= enough ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
