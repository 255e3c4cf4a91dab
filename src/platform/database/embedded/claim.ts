import { spawnSync } from 'node:child_process';
import { closeSync, constants, fchownSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Place } from './place.ts';

/** The flag of open(2) on macOS that locks the file. Node.js has no constant for it. */
const O_EXLOCK = 0x20;

/**
 * Makes this process the only owner of the folder's database, or throws. Returns a function that releases the
 * claim.
 *
 * The kernel holds the lock while the file is open and releases it however the process ends, so locks are
 * never stale. The process id inside is only for the error message.
 */
export function claim({ folder, account }: Place): () => void {
  const path = join(folder, 'owner');
  const file = lockedFile(path);
  if (file === undefined) {
    const owner = readFileSync(path, 'utf8').trim();
    throw new Error(
      `Another Plaza ${owner && `(process ${owner}) `}is using the database in ${folder}: ` +
        'stop it first, or set DATA_DIR to another folder.',
    );
  }
  if (account) fchownSync(file, account.uid, account.gid);
  ftruncateSync(file);
  writeSync(file, `${process.pid}\n`);
  return () => {
    ftruncateSync(file);
    closeSync(file);
  };
}

function lockedFile(path: string): number | undefined {
  const flags = constants.O_RDWR | constants.O_CREAT;
  if (process.platform === 'darwin') return lockWhileOpening(path, flags);
  const file = openSync(path, flags, 0o600);
  // flock(1) locks the open file it shares with this process, and the lock outlives flock.
  const { status } = spawnSync('flock', ['--exclusive', '--nonblock', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  });
  if (status === 0) return file;
  closeSync(file);
  if (status === 1) return undefined;
  throw new Error('The embedded PostgreSQL needs the command flock (of util-linux), which could not be run.');
}

function lockWhileOpening(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags | O_EXLOCK | constants.O_NONBLOCK, 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}
