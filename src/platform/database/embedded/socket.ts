import { chownSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';
import type { Server } from './server.ts';

/** PostgreSQL names its socket after the port. No TCP port is open. */
export const port = 5432;

/** Socket paths are limited to 104 bytes on macOS and 108 on Linux, including a terminating zero. */
const longest = 103;

export function socketFile(folder: string): string {
  return join(folder, `.s.PGSQL.${port}`);
}

/**
 * The database's own folder, or one with a short path if that is too long. Only PostgreSQL's user and root
 * can enter it.
 */
export function createSocketFolder({ folder, account }: Place): string {
  if (Buffer.byteLength(socketFile(folder)) <= longest) return folder;
  const short = mkdtempSync('/tmp/plaza-');
  if (account) chownSync(short, account.uid, account.gid);
  return short;
}

/** Removes the folder only if empty, because an adopted server may have its socket elsewhere. */
export function removeSocketFolder({ folder, socketFolder }: Server): void {
  if (socketFolder === folder) return;
  try {
    rmdirSync(socketFolder);
  } catch {
    // owned by another user, or not empty
  }
}
