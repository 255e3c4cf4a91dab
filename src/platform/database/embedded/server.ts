import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fchownSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Binaries } from './binaries.ts';
import type { DatabaseFolder } from './place.ts';

/** One embedded database server: binaries, folders and settings. */
export interface Server extends DatabaseFolder {
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
  place: DatabaseFolder,
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
export function createSocketFolder({ folder, account }: DatabaseFolder): string {
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

const megabyte = 1024 ** 2;

/**
 * The server's settings for a machine shared with the application. Passed as arguments rather than a file, so
 * the code is their only source. `fsync` and `synchronous_commit` stay on, so acknowledged commits are
 * durable.
 */
export function serverSettings(own: Record<string, string> = {}): Record<string, string> {
  const memory = memoryInMegabytes();
  return {
    listen_addresses: '', // access is controlled by the socket's folder
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${between(64, Math.floor(memory / 8), 1024)}MB`,
    effective_cache_size: `${Math.floor(memory / 2)}MB`,
    maintenance_work_mem: `${between(32, Math.floor(memory / 32), 256)}MB`,
    work_mem: '8MB',
    random_page_cost: '1.1', // tuned for SSDs
    jit: 'off', // queries are short
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse', // error details can quote personal data
    ...own,
  };
}

/** The memory of the machine, or of its container if lower. */
function memoryInMegabytes(): number {
  const allowed = process.constrainedMemory();
  return Math.floor((allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()) / megabyte);
}

function between(min: number, value: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}

const largest = 8 * 1024 ** 2;

/** The log file of PostgreSQL and initdb. */
export function logFile(place: DatabaseFolder): string {
  return join(place.folder, 'postgres.log');
}

/** Size in bytes, which is the offset of the next output. */
export function sizeOfLog(place: DatabaseFolder): number {
  return existsSync(logFile(place)) ? statSync(logFile(place)).size : 0;
}

/**
 * Copies and empties the log file instead of renaming it, because PostgreSQL holds it open. Limits both files
 * to about this size.
 */
export function truncateLog(place: DatabaseFolder, max = largest): void {
  if (sizeOfLog(place) <= max) return;
  try {
    copyFileSync(logFile(place), `${logFile(place)}.1`);
  } catch {
    // Emptying it frees space on a full disk.
  }
  truncateSync(logFile(place));
}

/** The part of a logger that the supervisor needs. */
export interface SupervisorLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
