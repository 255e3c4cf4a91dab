import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';

const largest = 8 * 1024 ** 2;

/** The log file of PostgreSQL and initdb. */
export function logFile(place: Place): string {
  return join(place.folder, 'postgres.log');
}

/** Size in bytes, which is the offset of the next output. */
export function sizeOfLog(place: Place): number {
  return existsSync(logFile(place)) ? statSync(logFile(place)).size : 0;
}

/**
 * Copies and empties the log file instead of renaming it, because PostgreSQL holds it open. Limits both files
 * to about this size.
 */
export function truncateLog(place: Place, max = largest): void {
  if (sizeOfLog(place) <= max) return;
  try {
    copyFileSync(logFile(place), `${logFile(place)}.1`);
  } catch {
    // Emptying it frees space on a full disk.
  }
  truncateSync(logFile(place));
}
