import { createHash } from 'node:crypto';

/**
 * Returns twelve hex digits that change with the content. File URLs contain them, so responses can be cached
 * for a year.
 */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}
