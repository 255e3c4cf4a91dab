import { hash } from 'node:crypto';

/**
 * Returns twelve hex digits that change with the content. File URLs contain them, so responses can be cached
 * for a year.
 */
export function contentHash(content: string): string {
  return hash('sha256', content, 'hex').slice(0, 12);
}
