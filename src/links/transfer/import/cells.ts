import type { Cells } from './row.ts';

/** Of these columns the first that says something. */
export function cell(cells: Cells, ...names: readonly string[]): string {
  for (const name of names) {
    const value = cells[plain(name)]?.trim();
    if (value && value !== '[]' && value.toLowerCase() !== 'null' && value !== String.raw`\N`) return value;
  }
  return '';
}

export const isYes = (text: string) => ['true', '1', 'yes'].includes(text.toLowerCase());

/** The name of a column without what differs between versions of one format: `Long URL` and `long_url` are one. */
export const plain = (column: string) => column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export interface ShortAddress {
  /** '': none was named. */
  domain: string;
  alias: string;
}

/** Host and alias of a short address, with or without scheme; of an alias alone, or a path such as `/abc/`, no host. */
export function partsOf(short: string): ShortAddress {
  const isAddress = hasScheme(short) || (short.includes('/') && namesHost(short.split('/', 1)[0] ?? ''));
  if (!isAddress) return { domain: '', alias: decode(withoutEnds(short)) };
  const url = URL.parse(hasScheme(short) ? short : `https://${short}`);
  return { domain: url?.host ?? '', alias: decode(withoutEnds(url?.pathname ?? '')) };
}

const hasScheme = (text: string) => /^https?:\/\//i.test(text);
/** A name with a dot inside, and no path. */
export const namesHost = (text: string) =>
  text.indexOf('.') > 0 && !text.endsWith('.') && !text.includes('/');

const withoutEnds = (path: string) => path.replace(/^\/|\/$/g, '');

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray per cent sign is refused with the row, as an alias that cannot be.
    return text;
  }
}

const seconds = /^\d{9,11}$/;
/** Seconds since 1970, or a time as it is. */
export const timeOf = (text: string) =>
  seconds.test(text) ? new Date(Number(text) * 1000).toISOString() : text;

/** `a|b`, `a, b` and `["a","b"]` as a list. */
export const namesIn = (text: string): string[] =>
  text
    .replace(/^\[|\]$/g, '')
    .split(/[|,;]/)
    .map((name) => name.trim().replace(/^["']|["']$/g, ''))
    .filter(Boolean);

/** `a|b`, `a, b` and `["a","b"]` as `a, b`. */
export const listOf = (text: string) => namesIn(text).join(', ');
