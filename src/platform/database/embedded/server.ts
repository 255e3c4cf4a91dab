import { spawn } from 'node:child_process';
import type { StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fchownSync, openSync } from 'node:fs';
import process from 'node:process';
import type { Binaries } from './binaries.ts';
import { logFile } from './log-file.ts';
import type { Place } from './place.ts';

/** One embedded database server: what to run, where, how. */
export interface Server extends Place {
  binaries: Binaries;
  /** our database in it */
  database: string;
  socketFolder: string;
  /** the beginning of its processes' titles: tells them from another installation's */
  name: string;
  settings: Record<string, string>;
}

/** The system user that owns the files, for PostgreSQL. */
export const superuser = 'postgres';

/**
 * Starts one of PostgreSQL's programs as its user, printing to the log file. It outlives us, and the terminal's Ctrl-C does
 * not reach it (`detached`). It gets none of our environment: that holds secrets, and PG… variables that would mislead it.
 */
export async function runProgram(
  program: string,
  args: string[],
  place: Place,
): Promise<ReturnType<typeof spawn>> {
  const log = openSync(logFile(place), 'a', 0o600);
  if (place.account) fchownSync(log, place.account.uid, place.account.gid);
  const stdio: StdioOptions = ['ignore', log, log];
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  const child = spawn(program, args, { ...place.account, cwd: place.folder, env, stdio, detached: true });
  try {
    await once(child, 'spawn');
  } catch (cause) {
    throw new Error(`PostgreSQL could not be started: ${String(cause)}`, { cause });
  } finally {
    closeSync(log);
  }
  return child;
}
