import { invalid } from '../../kernel/problem.ts';

const farthest = 8.64e15;

/** Parses a Unix timestamp in seconds or milliseconds, a date, or `now`. */
export function parseTime(field: string, text: string, now: Date): Date {
  const plain = text.trim();
  if (plain === '' || plain.toLowerCase() === 'now') return now;
  if (/^-?\d{1,16}(?:\.\d{1,9})?$/.test(plain)) {
    const number = Number(plain);
    // Timestamps in seconds have at most 11 digits until the year 5138.
    const milliseconds = Math.round(Math.abs(number) < 1e11 ? number * 1000 : number);
    if (Math.abs(milliseconds) <= farthest) return new Date(milliseconds);
  }
  const date = new Date(
    /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?$/.test(plain) ? `${plain.replace(' ', 'T')}Z` : plain,
  );
  if (Number.isNaN(date.getTime()))
    throw invalid(field, 'Send a timestamp, or a date such as 2026-01-31T09:30:00Z');
  return date;
}

/** Parses a calendar day at midnight UTC. */
export function parseDay(field: string, text: string): Date {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text.trim()) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day))
    throw invalid(field, 'Send a date such as 2026-01-31');
  return date;
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
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2})?$/.exec(text.trim());
  const local = match ? new Date(`${match[1] ?? ''}T${match[2] ?? ''}:00Z`) : undefined;
  if (!local || Number.isNaN(local.getTime())) throw invalid(field, 'Send a time such as 2026-03-01 09:30');
  const first = new Date(local.getTime() - offsetAt(zoneField, local, zone) * 60_000);
  return new Date(local.getTime() - offsetAt(zoneField, first, zone) * 60_000);
}
