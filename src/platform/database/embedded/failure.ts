import { readFileSync, statfsSync } from 'node:fs';
import { logFile } from './log-file.ts';
import type { Place } from './place.ts';

/** PostgreSQL cannot start with less: its write-ahead log uses files of 16 MiB. */
const minSpace = 32 * 1024 ** 2;

/** Builds a one-sentence error for a program that exited early, from what it logged after offset `start`. */
export function failure(place: Place, start: number): Error {
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
