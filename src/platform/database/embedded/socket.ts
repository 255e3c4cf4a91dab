import { chownSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';
import type { Server } from './server.ts';

/** PostgreSQL names its socket after this, though no port is open. */
export const port = 5432;

/** The address of a socket is short: 104 bytes on macOS and 108 on Linux, with a zero at the end. */
const longest = 103;

export function socketFile(folder: string): string {
  return join(folder, `.s.PGSQL.${port}`);
}

/** The database's own folder, or one with a short name where that is too long. Only PostgreSQL's user and root may enter. */
export function createSocketFolder({ folder, account }: Place): string {
  if (Buffer.byteLength(socketFile(folder)) <= longest) return folder;
  const short = mkdtempSync('/tmp/plaza-');
  if (account) chownSync(short, account.uid, account.gid);
  return short;
}

/** Only when empty, as PostgreSQL leaves it: a server that we took over may have its socket anywhere. */
export function removeSocketFolder({ folder, socketFolder }: Server): void {
  if (socketFolder === folder) return;
  try {
    rmdirSync(socketFolder);
  } catch {
    // not ours, or not empty
  }
}
