import { readFileSync, statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseFolder } from './place.ts';
import { isAlive } from './postmaster.ts';
import { logFile, port, type Server, superuser } from './server.ts';

/** Connection options of `pg`. */
export interface Connection {
  host: string;
  port: number;
  user: string;
  database: string;
}

export function connectionTo({
  socketFolder,
  database,
}: Pick<Server, 'socketFolder' | 'database'>): Connection {
  return { host: socketFolder, port, user: superuser, database };
}

/**
 * Waits until the database answers a query, and creates it if absent. Throws if the main process exits first.
 * There is no timeout, because PostgreSQL replays its write-ahead log after a crash.
 * @param start offset of the log file before the start
 */
export async function untilReady(server: Server, pid: number, start: number): Promise<void> {
  const connection = connectionTo(server);
  for (let pause = 5; ; pause = Math.min(pause * 1.2, 250)) {
    const refusal = await codeOfRefusal(query(connection, 'select 1'));
    if (refusal === undefined) return;
    if (refusal === noSuchDatabase) await createDatabase(server);
    else if (isAlive(pid)) await sleep(pause);
    else throw failure(server, start);
  }
}

async function createDatabase(server: Server): Promise<void> {
  const sql = `create database ${pg.escapeIdentifier(server.database)}`;
  await query({ ...connectionTo(server), database: 'postgres' }, sql);
}

async function query(connection: Connection, sql: string): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined); // the promises below report errors
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const noSuchDatabase = '3D000';

/**
 * Transient errors that are worth retrying: not running yet, starting up, shutting down, or out of
 * connections because of an earlier owner.
 */
const passing = [
  '',
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EAGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
];

/** Returns undefined if the query succeeded, or the code of a transient error. Throws any other error. */
async function codeOfRefusal(attempt: Promise<void>): Promise<string | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === noSuchDatabase || passing.includes(code)) return code;
    throw error;
  }
}

/** PostgreSQL cannot start with less: its write-ahead log uses files of 16 MiB. */
const minSpace = 32 * 1024 ** 2;

/** Builds a one-sentence error for a program that exited early, from what it logged after offset `start`. */
export function failure(place: DatabaseFolder, start: number): Error {
  const printed = readFileSync(logFile(place)).subarray(start).toString();
  if (isFull(place.folder) || /No space left|quota exceeded/i.test(printed)) return diskIsFull(place.folder);
  const reasons = Array.from(printed.matchAll(/(?:PANIC|FATAL|ERROR|error): +(.+)/g), (match) => match[1]);
  const reason = reasons.find((text) => !isStartupRejection(text));
  return new Error(
    `PostgreSQL could not start: ${reason ?? 'it exited immediately'} (see ${logFile(place)})`,
  );
}

/** Whether this is the error for connections during startup. */
function isStartupRejection(text = ''): boolean {
  return /^the database system is (starting up|not yet|shutting down|in recovery)/.test(text);
}

export function diskIsFull(folder: string, cause?: unknown): Error {
  return new Error(`PostgreSQL could not start: the disk that holds ${folder} is full. Free some space.`, {
    cause,
  });
}

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < minSpace;
}
