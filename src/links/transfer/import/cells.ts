import { normalizeColumn } from '../../../kernel/typed-text/csv-head.ts';
import { rows } from '../../shorten/options/options.ts';
import type { Cells } from './import.ts';

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

/** Options that files of others can have in a column of their own. */
export const optionColumns = rows.flatMap(([name, { csv, label }]) =>
  csv?.aliases ? [{ name, column: normalizeColumn(csv.column), aliases: csv.aliases, label }] : [],
);

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
export const joinNames = (text: string) => splitNames(text).join(', ');

const iso =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;
/** Spreadsheets rewrite dates in the order of their country. */
const local = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*(AM|PM)?)?$/i;

/**
 * Parses a time in an export, in UTC unless it has another offset. Returns undefined for a time that does not
 * exist or could be two different days, such as 3/4/2024.
 */
export function parsePastTime(text: string): Date | undefined {
  const typed = text.trim();
  const [isIso, year, month, day, hour = '0', minute = '0', second = '0', zone = ''] = iso.exec(typed) ?? [];
  if (isIso !== undefined) return timeFrom([year, month, day, hour, minute, second], zone);
  const other = local.exec(typed);
  if (other) return localTime(other);
  // A month in letters, as in `1 March 2024` and `Fri, 01 Mar 2024 10:00:00 GMT`.
  if (typed.length > 60 || !/\b[A-Za-z]{3,9}\b/.test(typed) || !/\b\d{4}\b/.test(typed)) return undefined;
  const hasZone = /(Z|UTC|GMT|[+-]\d\d:?\d\d)\)?$/.test(typed);
  const at = new Date(hasZone ? typed : `${typed} UTC`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function localTime([, first, mark, second, year, hour = '0', ...rest]: RegExpExecArray): Date | undefined {
  const [minute = '0', seconds = '0', half = ''] = rest;
  const [a, b] = [Number(first), Number(second)];
  // Only the order with slashes differs between countries.
  const isDayFirst = mark === '.' || a > 12 || a === b;
  if (!isDayFirst && b <= 12) return undefined;
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  return timeFrom([year, month, day, String(hours), minute, seconds], '');
}

function timeFrom(parts: readonly (string | undefined)[], zone: string): Date | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    at.getUTCMonth() === month - 1 && at.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!isReal) return undefined;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return new Date(at.getTime() - offset * 60_000);
}
