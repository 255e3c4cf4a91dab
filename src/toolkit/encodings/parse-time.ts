import { parseTime as parseWritten } from '../../kernel/time.ts';
import { invalid } from '../../kernel/problem.ts';

const farthest = 8.64e15;

/** Parses a Unix timestamp in seconds or milliseconds, a date, or `now`. */
export function parseToolTime(field: string, text: string, now: Date): Date {
  const plain = text.trim();
  if (plain === '' || plain.toLowerCase() === 'now') return now;
  if (/^-?\d{1,16}(?:\.\d{1,9})?$/.test(plain)) {
    const number = Number(plain);
    // Timestamps in seconds have at most 11 digits until the year 5138.
    const milliseconds = Math.round(Math.abs(number) < 1e11 ? number * 1000 : number);
    if (Math.abs(milliseconds) <= farthest) return new Date(milliseconds);
  }
  // ISO 8601 strictly, and other forms such as those of mails as far as JavaScript knows them.
  const date = /^\d{4}-\d{2}/.test(plain) ? parseWritten(plain) : new Date(plain);
  if (!date || Number.isNaN(date.getTime()) || hasNoSuchDay(plain))
    throw invalid(field, 'Send a timestamp, or a date such as 2026-01-31T09:30:00Z');
  return date;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Whether a date with the name of a month is none, such as `30 Feb 2026`, which JavaScript moves to March. */
function hasNoSuchDay(text: string): boolean {
  const [, before, name = '', after] =
    /(?:\b(\d{1,2})[ -])?\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?:[ -](\d{1,2})\b)?/i.exec(
      text,
    ) ?? [];
  const [, slashMonth, slashDay] = /^(\d{1,2})\/(\d{1,2})\/\d{4}/.exec(text) ?? [];
  const month = name ? months.indexOf(name.toLowerCase()) + 1 : Number(slashMonth ?? 1);
  const day = Number(before ?? after ?? slashDay ?? 1);
  const year = Number(/\b\d{4}\b/.exec(text)?.[0] ?? 2000);
  return /\b24:/.test(text) || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Parses a calendar day at midnight UTC. A time after it is ignored. */
export function parseToolDay(field: string, text: string): Date {
  const date = parseWritten(text.trim());
  if (!date) throw invalid(field, 'Send a date such as 2026-01-31');
  return new Date(`${text.trim().slice(0, 10)}T00:00:00Z`);
}

/** Returns the offset of a time zone from UTC at a time, in minutes. */
export function offsetAt(field: string, date: Date, zone: string): number {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    throw invalid(field, `“${zone}” is not a time zone; send one such as Europe/Berlin`);
  }
  const name = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Parses a local time in a time zone. If daylight saving time skips or repeats it, the earlier instant is
 * returned.
 */
export function parseLocal(field: string, text: string, zoneField: string, zone: string): Date {
  const isLocal = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?$/.test(text.trim());
  const local = isLocal ? parseWritten(text.trim()) : undefined;
  if (!local) throw invalid(field, 'Send a time such as 2026-03-01 09:30');
  const first = new Date(local.getTime() - offsetAt(zoneField, local, zone) * 60_000);
  return new Date(local.getTime() - offsetAt(zoneField, first, zone) * 60_000);
}
