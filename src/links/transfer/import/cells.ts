import type { Cells } from './row.ts';

/** Returns the first non-empty value of these columns. */
export function cell(cells: Cells, ...names: readonly string[]): string {
  for (const name of names) {
    const value = cells[normalizeColumn(name)]?.trim();
    if (value && !isBlank(value)) return value;
  }
  return '';
}

/** What databases and languages write for a missing value, also the zero date of MySQL. */
const isBlank = (value: string) =>
  value === '[]' || value === String.raw`\N` || /^(null|undefined|0000-00-00.*|-0001-11-30.*)$/i.test(value);

/** PostgreSQL writes `t` and `f`. */
export const isNo = (text: string) =>
  ['false', 'f', '0', 'no', 'disabled', 'off'].includes(text.toLowerCase());

export const isYes = (text: string) => ['true', 't', '1', 'yes'].includes(text.toLowerCase());

/**
 * Normalizes the name of a column, so that versions of a format match: `Long URL` and `long_url` are the
 * same.
 */
export const normalizeColumn = (column: string) => column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export interface ShortAddress {
  /** '': none was given. */
  domain: string;
  alias: string;
}

/**
 * Parses the host and alias of a short URL, with or without a scheme. An alias alone, or a path such as
 * `/abc/`, has no host.
 */
export function partsOf(short: string): ShortAddress {
  const isAddress = hasScheme(short) || (short.includes('/') && isHost(short.split('/', 1)[0] ?? ''));
  if (!isAddress) return { domain: '', alias: decode(withoutEnds(short)) };
  const url = URL.parse(hasScheme(short) ? short : `https://${short}`);
  return { domain: url?.host ?? '', alias: decode(withoutEnds(url?.pathname ?? '')) };
}

const hasScheme = (text: string) => /^https?:\/\//i.test(text);
/** Whether the text is a host: a name that contains a dot, without a path. */
export const isHost = (text: string) => text.indexOf('.') > 0 && !text.endsWith('.') && !text.includes('/');

const withoutEnds = (path: string) => path.replace(/^\/|\/$/g, '');

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A malformed percent escape is rejected later as an invalid alias.
    return text;
  }
}

/** Converts Unix seconds or milliseconds to ISO 8601. Other times are returned unchanged. */
export function timeOf(text: string): string {
  if (/^\d{9,11}$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  return /^\d{12,14}$/.test(text) ? new Date(Number(text)).toISOString() : text;
}

/** Parses `a|b`, `a, b` or `["a","b"]` as a list. */
export const splitNames = (text: string): string[] =>
  text
    .replace(/^\[|\]$/g, '')
    .split(/[|,;]/)
    .map((name) => name.trim().replace(/^["']|["']$/g, ''))
    .filter(Boolean);

/** Normalizes `a|b`, `a, b` or `["a","b"]` to `a, b`. */
export const listOf = (text: string) => splitNames(text).join(', ');
