import { createHash } from 'node:crypto';

/** Twelve hex digits that change with the content: a file's address holds them, so that it may be kept for a year. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}
