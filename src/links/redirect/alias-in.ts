import { normalize } from '../../kernel/text.ts';
import { isAlias, isNestedAlias, isReserved } from '../record/fields.ts';

const longest = 190;

/**
 * Returns the requested alias, decoded and normalized to NFC. Returns undefined for a path of the service
 * itself, and '' if it cannot be an alias because of malformed percent-encoding or invalid characters.
 */
export function aliasIn(target: string): string | undefined {
  if (target.startsWith('/qr/')) return codeIn(target);
  const segment = /^\/([^/?]+)\/?(?:\?|$)/.exec(target)?.[1];
  if (segment === undefined) return undefined; // deeper paths
  if (segment.includes('.')) return /^[^.]+\.+$/.test(segment) ? '' : undefined; // files
  const alias = /^[\w-]+$/.test(segment) ? segment : decode(segment);
  if (alias.length > longest) return '';
  return isReserved(alias) ? undefined : alias;
}

/**
 * Returns the alias in a path that was copied together with the punctuation of its sentence, as in `/abc.` and
 * `/abc%E2%80%9D`. Only for paths that cannot be an alias themselves.
 */
export function aliasInSentence(target: string): string | undefined {
  const segment = /^\/([^/?]{1,400})\/?(?:\?|$)/.exec(target)?.[1];
  if (segment === undefined) return undefined;
  try {
    const text = normalize(decodeURIComponent(segment), 'NFC').replace(leading, '');
    const alias = aliasFirst.exec(text)?.[0] ?? '';
    const isAlone = alias !== '' && alias.length <= longest && !aliasAnywhere.test(text.slice(alias.length));
    return isAlone && !isReserved(alias) ? alias : undefined;
  } catch {
    return undefined;
  }
}

const leading = /^[^\p{L}\p{M}\p{N}_-]+/u;
const aliasFirst = /^[\p{L}\p{M}\p{N}_-]+/u;
const aliasAnywhere = /[\p{L}\p{M}\p{N}_-]/u;

/**
 * Returns the alias with slashes that a deeper path may be. Such aliases come from other services by import.
 * Pages of the service have similar paths, so a path without a link must be passed on.
 */
export function nestedAliasIn(target: string): string | undefined {
  const path = /^\/([^/?.]+(?:\/[^/?.]+){1,4})\/?(?:\?|$)/.exec(target)?.[1];
  if (path === undefined || path.length > longest) return undefined;
  try {
    const text = normalize(decodeURIComponent(path), 'NFC');
    return isNestedAlias(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Returns `qr/<code>` for scans. Requests for its image (`?size=`, `?format=`, `.png`) are not scans. */
function codeIn(target: string): string | undefined {
  const [, alias, query = ''] = /^\/(qr\/[0-9A-Za-z]{1,32})\/?(?:\?(.*))?$/s.exec(target) ?? [];
  return /(?:^|&)(?:size|format)=/.test(query) ? undefined : alias;
}

function decode(segment: string): string {
  try {
    const text = normalize(decodeURIComponent(segment), 'NFC');
    return isAlias(text) ? text : '';
  } catch {
    return '';
  }
}
