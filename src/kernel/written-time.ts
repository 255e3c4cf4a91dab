import { fromLocal, isTimeZone } from './time-zone.ts';

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?)?$/i;

/** The first moment of a day that is written as `YYYY-MM-DD`, in UTC. Undefined if the calendar does not have it. */
export const parseDay = (text: string): Date | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTime(text) : undefined;

/**
 * The moment of a day or time in ISO 8601 or as `YYYY-MM-DD HH:MM:SS`. Without an offset it is in the zone; see
 * `fromLocal` for times that a clock change skips or repeats. Undefined for what no calendar or clock has, such as
 * February 30 or 24:00, which `Date` would move to the next day.
 */
export function parseTime(text: string, zone = 'UTC'): Date | undefined {
  const match = pattern.exec(text);
  if (!match || !isTimeZone(zone)) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
  const offset = match[8];
  if (offset === undefined) return fromLocal(local, zone);
  const minutes = minutesOf(offset);
  return minutes === undefined ? undefined : new Date(local.getTime() - minutes * 60_000);
}

const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The minutes of an offset from UTC such as `+02:00`. No zone is further away than 14 hours. */
function minutesOf(offset: string): number | undefined {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  if (Number(minutes) > 59 || Number(hours) * 60 + Number(minutes) > 14 * 60) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
