import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';

const largest = 8 * 1024 ** 2;

/** Output of PostgreSQL and initdb. */
export function logFile(place: Place): string {
  return join(place.folder, 'postgres.log');
}

/** In bytes: what is printed from now on comes after. */
export function sizeOfLog(place: Place): number {
  return existsSync(logFile(place)) ? statSync(logFile(place)).size : 0;
}

/** PostgreSQL holds its log file open, so it is copied and emptied rather than renamed: two files of about this size. */
export function truncateLog(place: Place, max = largest): void {
  if (sizeOfLog(place) <= max) return;
  try {
    copyFileSync(logFile(place), `${logFile(place)}.1`);
  } catch {
    // On a full disk, emptying it is what helps.
  }
  truncateSync(logFile(place));
}
