import { normalize } from '../../kernel/text.ts';
import { isAlias } from '../record/fields/alias.ts';
import { isReserved } from '../record/fields/reserved.ts';

const longest = 190;

/**
 * The alias that a request asks for, decoded and in the form in which aliases are kept (NFC). Undefined when the path
 * is one of the service's own; '' when it can be no alias at all: malformed percent-encoding, odd characters.
 */
export function aliasIn(target: string): string | undefined {
  if (target.startsWith('/qr/')) return codeIn(target);
  const segment = /^\/([^/?]+)\/?(?:\?|$)/.exec(target)?.[1];
  if (segment === undefined || segment.includes('.')) return undefined; // deeper paths and files
  const alias = /^[\w-]+$/.test(segment) ? segment : decode(segment);
  if (alias.length > longest) return '';
  return isReserved(alias) ? undefined : alias;
}

/** `qr/<code>` for scans; what is asked for its picture (`?size=`, `?format=`, `.png`) is a page's affair. */
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
