import { msg, invalid } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';

// Recurrence rules of RFC 5545 by days. Programs that expand rules of strangers walk until they find a date, which some
// rules never have (docs/decisions), so a rule is expanded here over the days of a bounded time.

/** How many dates a series can have. */
const maxDates = 366;
/** The longest time from the first date of a series to its last. */
const longestSeries = days(3660);
const longestRule = 300;

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

export interface RecurrenceRule {
  freq: (typeof frequencies)[number];
  interval: number;
  count: number | undefined;
  /** The last day as `YYYYMMDD`, in the time zone of the event. */
  until: string | undefined;
  /** Weekdays from 0, Sunday, with the number among those of the month or year, 0 for each. */
  byDay: readonly { weekday: number; nth: number }[];
  byMonthDay: readonly number[];
  byMonth: readonly number[];
  bySetPos: readonly number[];
  /** The first day of the week. */
  weekStart: number;
}

const known = 'FREQ INTERVAL COUNT UNTIL BYDAY BYMONTHDAY BYMONTH BYSETPOS WKST'.split(' ');

/**
 * Parses a rule such as `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10`. It must end, by `COUNT` or `UNTIL`. A time in `UNTIL` is
 * passed to `toDay`, which returns the last local day that it allows.
 */
export function parseRule(typed: string, toDay: (until: string) => string | undefined): RecurrenceRule {
  const text = typed
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '');
  if (text.length > longestRule) throw wrong();
  const parts = new Map<string, string>();
  for (const part of text.split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (rest.length > 0 || value === '' || parts.has(name)) throw wrong();
    if (!known.includes(name))
      throw invalid('rule', msg('{part} is not supported', { part: name.slice(0, 20) }));
    parts.set(name, value);
  }
  const freq = frequencies.find((each) => each === parts.get('FREQ'));
  if (!freq) throw wrong();
  const rule: RecurrenceRule = {
    freq,
    interval: numberIn(parts.get('INTERVAL') ?? '1', 1, 366),
    count: parts.has('COUNT') ? numberIn(parts.get('COUNT') ?? '', 1, maxDates) : undefined,
    until: parts.has('UNTIL') ? toDay(parts.get('UNTIL') ?? '') : undefined,
    byDay: listOf(parts.get('BYDAY')).map((value) => toWeekday(value, freq)),
    byMonthDay: listOf(parts.get('BYMONTHDAY')).map((value) => numberIn(value, -31, 31)),
    byMonth: listOf(parts.get('BYMONTH')).map((value) => numberIn(value, 1, 12)),
    bySetPos: listOf(parts.get('BYSETPOS')).map((value) => numberIn(value, -366, 366)),
    weekStart: weekdays.findIndex((each) => each === (parts.get('WKST') ?? 'MO')),
  };
  if (parts.has('UNTIL') && rule.until === undefined) throw wrong();
  if ((rule.count === undefined) === (rule.until === undefined))
    throw invalid('rule', msg('A series needs either a last day or a number of dates'));
  const isAlone = rule.byDay.length + rule.byMonthDay.length + rule.byMonth.length === 0;
  if (rule.weekStart < 0 || (rule.bySetPos.length > 0 && isAlone)) throw wrong();
  if (freq === 'WEEKLY' && rule.byMonthDay.length > 0) throw wrong();
  return rule;
}

const wrong = () => invalid('rule', msg('Enter a rule such as FREQ=WEEKLY;BYDAY=MO;COUNT=10'));

const listOf = (value: string | undefined): string[] => (value === undefined ? [] : value.split(','));

function numberIn(value: string, min: number, max: number): number {
  const number = Number(value);
  if (!/^[+-]?\d{1,3}$/.test(value) || number < min || number > max || number === 0) throw wrong();
  return number;
}

function toWeekday(value: string, freq: RecurrenceRule['freq']): RecurrenceRule['byDay'][number] {
  const [, nth = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(value) ?? [];
  const weekday = weekdays.findIndex((each) => each === name);
  const most = freq === 'YEARLY' ? 53 : freq === 'MONTHLY' ? 5 : 0;
  if (weekday < 0 || (nth !== '' && most === 0)) throw wrong();
  return { weekday, nth: nth === '' ? 0 : numberIn(nth, -most, most) };
}

/** The rule in the form in which it is stored. */
export function formatRule(rule: RecurrenceRule): string {
  const { freq, interval, count, until, byDay, byMonthDay, byMonth, bySetPos, weekStart } = rule;
  return [
    `FREQ=${freq}`,
    interval > 1 && `INTERVAL=${interval}`,
    count !== undefined && `COUNT=${count}`,
    until !== undefined && `UNTIL=${until}`,
    byMonth.length > 0 && `BYMONTH=${byMonth.join(',')}`,
    byMonthDay.length > 0 && `BYMONTHDAY=${byMonthDay.join(',')}`,
    byDay.length > 0 &&
      `BYDAY=${byDay.map(({ weekday, nth }) => `${nth === 0 ? '' : nth}${weekdays[weekday] ?? ''}`).join(',')}`,
    bySetPos.length > 0 && `BYSETPOS=${bySetPos.join(',')}`,
    weekStart !== 1 && `WKST=${weekdays[weekStart] ?? ''}`,
  ]
    .filter(Boolean)
    .join(';');
}

/**
 * The dates of a rule, the first of which is `start`. Dates have the local time in their UTC fields, so that an event
 * at 19:00 stays at 19:00 when the clocks change.
 */
export function expandRule(rule: RecurrenceRule, start: Date): Date[] {
  const last = start.getTime() + longestSeries;
  const dates: Date[] = [];
  const most = rule.count ?? maxDates + 1;
  for (const period of periodsOf(rule, start, last)) {
    for (const date of chosenIn(rule, period, start)) {
      if (date < start) continue;
      if (dates.length >= most || (rule.until !== undefined && compactDay(date) > rule.until))
        return checked(dates, start);
      dates.push(date);
    }
  }
  if (rule.count !== undefined && dates.length < rule.count)
    throw invalid('rule', msg('A series can last at most ten years'));
  if (rule.until !== undefined && rule.until > compactDay(new Date(last)))
    throw invalid('rule', msg('A series can last at most ten years'));
  return checked(dates, start);
}

function checked(dates: Date[], start: Date): Date[] {
  if (dates.length > maxDates)
    throw invalid('rule', msg('A series can have at most {maxDates} dates', { maxDates }));
  if (dates[0]?.getTime() !== start.getTime())
    throw invalid('rule', msg('The first date does not follow the rule'));
  return dates;
}

/** A date as `YYYYMMDD`. */
export const compactDay = (local: Date): string => local.toISOString().slice(0, 10).replaceAll('-', '');

/** The days, weeks, months or years of a rule, as their days at the time of the start. */
function* periodsOf(
  { freq, interval, weekStart }: RecurrenceRule,
  start: Date,
  last: number,
): Generator<Date[]> {
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
  const time = start.getTime() - Date.UTC(year, month, day);
  const at = (y: number, m: number, d: number) => new Date(Date.UTC(y, m, d) + time);
  for (let step = 0; ; step += interval) {
    const back = (start.getUTCDay() - weekStart + 7) % 7;
    const [from, to] = {
      DAILY: [at(year, month, day + step), at(year, month, day + step + 1)],
      WEEKLY: [at(year, month, day - back + 7 * step), at(year, month, day - back + 7 * step + 7)],
      MONTHLY: [at(year, month + step, 1), at(year, month + step + 1, 1)],
      YEARLY: [at(year + step, 0, 1), at(year + step + 1, 0, 1)],
    }[freq] as [Date, Date];
    if (from.getTime() > last) return;
    const count = Math.round((to.getTime() - from.getTime()) / days(1));
    yield Array.from({ length: count }, (_, index) => new Date(from.getTime() + days(index)));
  }
}

function chosenIn(rule: RecurrenceRule, period: Date[], start: Date): Date[] {
  const found = period.filter((date) => fits(rule, date, start));
  if (rule.bySetPos.length === 0) return found;
  const places = new Set(rule.bySetPos.map((place) => (place > 0 ? place - 1 : found.length + place)));
  return found.filter((_, index) => places.has(index));
}

function fits({ freq, byDay, byMonthDay, byMonth }: RecurrenceRule, date: Date, start: Date): boolean {
  if (byMonth.length > 0 && !byMonth.includes(date.getUTCMonth() + 1)) return false;
  if (byMonthDay.length > 0) {
    const fromEnd = date.getUTCDate() - daysIn(date) - 1;
    if (!byMonthDay.includes(date.getUTCDate()) && !byMonthDay.includes(fromEnd)) return false;
  }
  const ofYear = freq === 'YEARLY' && byMonth.length === 0;
  if (byDay.length > 0) return byDay.some((each) => isWeekday(date, each, ofYear));
  if (byMonthDay.length > 0 || freq === 'DAILY') return true;
  if (freq === 'WEEKLY') return date.getUTCDay() === start.getUTCDay();
  if (ofYear && date.getUTCMonth() !== start.getUTCMonth()) return false;
  return date.getUTCDate() === start.getUTCDate();
}

const daysIn = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** Whether it is that weekday, or the nth of its month or year. */
function isWeekday(date: Date, { weekday, nth }: RecurrenceRule['byDay'][number], ofYear: boolean): boolean {
  if (date.getUTCDay() !== weekday) return false;
  if (nth === 0) return true;
  const year = date.getUTCFullYear();
  const first = Date.UTC(year, 0, 1);
  const day = ofYear ? Math.floor((date.getTime() - first) / days(1)) + 1 : date.getUTCDate();
  const length = ofYear ? Math.round((Date.UTC(year + 1, 0, 1) - first) / days(1)) : daysIn(date);
  return nth > 0 ? Math.ceil(day / 7) === nth : Math.ceil((length - day + 1) / 7) === -nth;
}

/** How an event is repeated, in the form. */
export const repeats = [
  '',
  'daily',
  'weekly',
  'biweekly',
  'monthly',
  'monthly_weekday',
  'yearly',
  'rule',
] as const;
type Repeat = (typeof repeats)[number];

/** The rule of a choice in the form. */
export function ruleOf(form: { repeat: Repeat; until: string; rule: string; start: string }): string {
  const { repeat, until, rule, start } = form;
  if (repeat === '') return '';
  if (repeat === 'rule') {
    if (rule.trim() === '') throw invalid('rule', msg('Enter a rule such as FREQ=WEEKLY;BYDAY=MO;COUNT=10'));
    return rule;
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until)) throw invalid('until', msg('Enter the last day of the series'));
  if (until < start.slice(0, 10)) throw invalid('until', msg('The series must end after its first date'));
  return simpleRule(repeat, until, start);
}

/** The choice that stands for a rule, as `formatRule` writes it, with its last day. */
export function repeatOf(rule: string, start: string): { repeat: Repeat; until: string } {
  if (rule === '') return { repeat: '', until: '' };
  const [, year, month, day] = /UNTIL=(\d{4})(\d{2})(\d{2})/.exec(rule) ?? [];
  if (day === undefined) return { repeat: 'rule', until: '' };
  const until = `${year}-${month}-${day}`;
  const simple = repeats.find(
    (each) => each !== '' && each !== 'rule' && simpleRule(each, until, start) === rule,
  );
  return simple ? { repeat: simple, until } : { repeat: 'rule', until: '' };
}

function simpleRule(repeat: Exclude<Repeat, '' | 'rule'>, until: string, start: string): string {
  const at = new Date(`${start.slice(0, 10)}T00:00:00Z`);
  const weekday = weekdays[at.getUTCDay()] ?? 'MO';
  const nth = Math.ceil(at.getUTCDate() / 7);
  const last = `UNTIL=${until.replaceAll('-', '')}`;
  return {
    daily: `FREQ=DAILY;${last}`,
    weekly: `FREQ=WEEKLY;${last}`,
    biweekly: `FREQ=WEEKLY;INTERVAL=2;${last}`,
    monthly: `FREQ=MONTHLY;${last}`,
    // Not every month has a fifth one.
    monthly_weekday: `FREQ=MONTHLY;${last};BYDAY=${nth > 4 ? -1 : nth}${weekday}`,
    yearly: `FREQ=YEARLY;${last}`,
  }[repeat];
}
