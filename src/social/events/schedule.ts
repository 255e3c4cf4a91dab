import { msg, invalid } from '../../kernel/problem.ts';
import { days, fromLocal, parseTimeZone, toLocal, toWallTime } from '../../kernel/time.ts';
import { compactDay, expandRule, formatRule, parseRule } from './recurrence.ts';

const longestDate = days(14);
const furthest = days(5 * 366);

/** When an event takes place, as submitted. */
export interface TypedSchedule {
  /** `2026-03-29T19:00`, or `2026-03-29` for all day, in the time zone. */
  start: string;
  /** As the start. The last day for all day. */
  end: string;
  timeZone: string;
  isAllDay: boolean;
  /** A recurrence rule of RFC 5545. Empty for a single date. */
  rule: string;
}

/** The dates of an event. */
interface Schedule {
  timeZone: string;
  rule: string;
  dates: readonly { originalAt: Date; startsAt: Date; endsAt: Date }[];
}

/** Validates when an event takes place. Each date has the local times of the first, whatever the clocks do. */
export function toSchedule(typed: TypedSchedule, now: Date): Schedule {
  const timeZone = parseTimeZone(typed.timeZone);
  if (timeZone === undefined) throw invalid('time_zone', msg('Choose a time zone'));
  const start = parseLocal('start', typed.start, typed.isAllDay);
  const last = parseLocal('end', typed.end, typed.isAllDay);
  const end = typed.isAllDay ? new Date(last.getTime() + days(1)) : last;
  const startsAt = fromLocal(start, timeZone);
  if (fromLocal(end, timeZone) <= startsAt) throw invalid('end', msg('The end must be after the start'));
  if (end.getTime() - start.getTime() > longestDate)
    throw invalid('end', msg('An event can last at most 14 days'));
  if (startsAt.getTime() > now.getTime() + furthest)
    throw invalid('start', msg('An event can start within five years'));
  const rule =
    typed.rule.trim() === '' ? undefined : parseRule(typed.rule, (until) => toDay(until, start, timeZone));
  const length = end.getTime() - start.getTime();
  const dates = (rule ? expandRule(rule, start) : [start]).map((local) => {
    const at = fromLocal(local, timeZone);
    const endsAt = fromLocal(new Date(local.getTime() + length), timeZone);
    // What would end in the hour that the clocks skip or repeat keeps its length.
    return { originalAt: at, startsAt: at, endsAt: endsAt > at ? endsAt : new Date(at.getTime() + length) };
  });
  return { timeZone, rule: rule ? formatRule(rule) : '', dates };
}

/** Times of one date, which may be moved within the same bounds. */
export function toTimes(
  typed: Pick<TypedSchedule, 'start' | 'end'>,
  { timeZone, isAllDay }: Pick<TypedSchedule, 'timeZone' | 'isAllDay'>,
  now: Date,
): { startsAt: Date; endsAt: Date } {
  const [only] = toSchedule({ ...typed, timeZone, isAllDay, rule: '' }, now).dates;
  if (!only) throw new Error('A schedule has a date');
  return only;
}

/** A local time, in the UTC fields of a date. */
function parseLocal(field: string, typed: string, isAllDay: boolean): Date {
  const wall = isAllDay ? `${typed.trim().slice(0, 10)}T00:00` : typed.trim().replace(' ', 'T');
  const local = new Date(/^(?:19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall) ? `${wall}Z` : Number.NaN);
  // Date parsing rolls a day that the month does not have over into the next month.
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(wall))
    throw invalid(field, isAllDay ? msg('Enter a date such as 2027-03-29') : msg('Enter a date and time'));
  return local;
}

/** The last local day that `UNTIL` allows, which is a day, a local time or a time in UTC. */
function toDay(until: string, start: Date, timeZone: string): string | undefined {
  const [, day = '', time, zulu] = /^(\d{8})(?:T(\d{6})(Z)?)?$/.exec(until) ?? [];
  const iso = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  const clock = time === undefined ? '00:00:00' : `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}`;
  const at = new Date(`${iso}T${clock}Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(`${iso}T${clock}`)) return undefined;
  if (time === undefined) return day;
  const local = zulu ? toLocal(at, timeZone) : at;
  const isBefore = local.getTime() % days(1) < start.getTime() % days(1);
  return compactDay(isBefore ? new Date(local.getTime() - days(1)) : local);
}

/** The local times of a date as forms and the API have them. */
export function toWallTimes({
  startsAt,
  endsAt,
  timeZone,
  isAllDay,
}: {
  startsAt: Date;
  endsAt: Date;
  timeZone: string;
  isAllDay: boolean;
}): { start: string; end: string } {
  const [start, end] = [toWallTime(startsAt, timeZone), toWallTime(endsAt, timeZone)];
  if (!isAllDay) return { start, end };
  const last = new Date(Date.parse(`${end.slice(0, 10)}T00:00Z`) - days(1));
  return { start: start.slice(0, 10), end: last.toISOString().slice(0, 10) };
}
