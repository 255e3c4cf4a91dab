import { t } from '../../../kernel/translation/translate.ts';
import { randomInt } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { normalize, lengthOf } from '../../../kernel/text.ts';
import { isReserved } from './reserved.ts';

const shortestChosen = 3;
/** Other services have shorter aliases, which imports preserve. */
export const shortestImported = 1;
const longest = 49;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Whether a text has only characters allowed in an alias: letters of any script, digits, hyphens and
 * underscores.
 */
export const isAlias = (text: string) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(text);

/** Parts of paths that are pages about a link, and first parts that are files of the service. */
const pages = new Set(['qr', 'stats', 'ico']);
const files = new Set(['avatars', 'content']);

/**
 * Whether a text is an alias with slashes, such as `d/docs`. Other services have them, and imports preserve
 * them, because they are printed.
 */
export function isNestedAlias(text: string): boolean {
  const parts = text.split('/', 6);
  const [first = ''] = parts;
  return (
    parts.length > 1 &&
    parts.length < 6 &&
    parts.every(isAlias) &&
    !isReserved(first) &&
    !files.has(first) &&
    !parts.slice(1).some((part) => pages.has(part))
  );
}

/** Validates a chosen alias and normalizes it to NFC. Aliases are case-sensitive. */
export function parseAlias(text: string, shortest = shortestChosen): string {
  const alias = normalize(text.trim(), 'NFC');
  const length = lengthOf(alias);
  if (length < shortest)
    throw invalid('custom', t('An alias must have at least {shortest} characters', { shortest }));
  if (length > longest)
    throw invalid('custom', t('An alias can have at most {longest} characters', { longest }));
  if (shortest === shortestImported && isNestedAlias(alias)) return alias;
  if (!isAlias(alias))
    throw invalid('custom', t('An alias can contain letters, digits, hyphens and underscores'));
  if (isReserved(alias))
    throw invalid('custom', t('“{alias}” is reserved. Choose another alias.', { alias }));
  return alias;
}

export function randomAlias(length: number): string {
  let alias: string;
  do alias = Array.from({ length }, () => base62[randomInt(base62.length)]).join('');
  while (isReserved(alias));
  return alias;
}
