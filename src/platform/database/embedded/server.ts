import { spawn } from 'node:child_process';
import type { StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fchownSync, openSync } from 'node:fs';
import process from 'node:process';
import type { Binaries } from './binaries.ts';
import { logFile } from './log-file.ts';
import type { Place } from './place.ts';

/** One embedded database server: binaries, folders and settings. */
export interface Server extends Place {
  binaries: Binaries;
  /** its database for this application */
  database: string;
  socketFolder: string;
  /** prefix of its process titles, which distinguishes it from other installations */
  name: string;
  settings: Record<string, string>;
}

/** PostgreSQL's superuser. */
export const superuser = 'postgres';

/**
 * Runs one of PostgreSQL's programs as its user, with output to the log file. It outlives this process and
 * ignores the terminal's Ctrl-C (`detached`). It does not inherit the environment, which holds secrets and
 * possibly misleading PG… variables.
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
