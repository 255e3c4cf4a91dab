import { type Static, Type } from 'typebox';
import { invalid, msg } from '../../kernel/problem.ts';
import { days, fromLocal, hours, toLocal } from '../../kernel/time.ts';
import { dateFormat, t } from '../../web/translation/translate.ts';
import { currentTimeZone } from '../../web/translation/languages.ts';
import { dimensions } from '../clicks/roll-ups.ts';
import { startOfStep, type StatisticsRange, utcDay } from '../clicks/statistics/range.ts';
import { parseRangeDay, parseZone } from './dimensions.ts';
import { AccountFilterQuery, LinkFilterQuery } from './filters.ts';

/** The predefined ranges, each up to now. */
export const rangeKeys = ['24h', '7d', '30d', '90d', '12m', 'all'] as const;
type RangeKey = (typeof rangeKeys)[number];

export const rangeNames = (): Readonly<Record<RangeKey, string>> => ({
  '24h': t('24 hours'),
  '7d': t('7 days'),
  '30d': t('30 days'),
  '90d': t('90 days'),
  '12m': t('12 months'),
  all: t('All time'),
});

/** Ends a sentence about a range. */
const rangeWords = (): Readonly<Record<RangeKey, string>> => ({
  '24h': t('in 24 hours'),
  '7d': t('in 7 days'),
  '30d': t('in 30 days'),
  '90d': t('in 90 days'),
  '12m': t('in 12 months'),
  all: t('in total'),
});

/** A predefined range, or custom days (`YYYY-MM-DD`), both inclusive. */
export const RangeQuery = Type.Object({
  range: Type.Optional(Type.Enum([...rangeKeys])),
  from: Type.Optional(Type.String({ maxLength: 30 })),
  to: Type.Optional(Type.String({ maxLength: 30 })),
  /** The time zone of days and hours. Defaults to the reader's. */
  timezone: Type.Optional(Type.String({ maxLength: 60 })),
});
export type RangeQuery = Static<typeof RangeQuery>;

export interface ChosenRange extends StatisticsRange {
  /** Undefined for custom days. */
  key: RangeKey | undefined;
  /** Ends a sentence about the range, such as `in 7 days`. */
  words: string;
  /** The query string of the range. */
  query: string;
  zone: string;
  /** The zone without a choice: that of the workspace, or the reader's. */
  usualZone: string;
}

/** Converts a time to the zone's local time, in the UTC fields of the date. */
export const inZone = ({ zone }: Pick<ChosenRange, 'zone'>, at: Date): Date => toLocal(at, zone);

/** The title of a chart of a range, with the zone in which its steps begin. */
export const stepTitle = (values: { counted: string; zone: string; step: string }) =>
  t('{counted} {step, select, hour {per hour} day {per day} other {per month}} ({zone})', values);

/** Labels the steps of a range. */
export const labelFor =
  (range: ChosenRange) =>
  (at: Date): string =>
    ({ hour: hourLabel, day: dayLabel, month: monthLabel })[range.step](inZone(range, at));
const dayFormat = dateFormat({ day: 'numeric', month: 'short' });
const monthFormat = dateFormat({ month: 'short', year: 'numeric' });
const hourLabel = (at: Date) => at.toISOString().slice(11, 16);
const dayLabel = (at: Date) => dayFormat.format(at);
const monthLabel = (at: Date) => monthFormat.format(at);

const longest = days(3660);

/** Returns the range that a query selects. `since` is when counting began. */
export function chooseRange(
  now: Date,
  since: Date,
  query: RangeQuery,
  usualZone = currentTimeZone(),
): ChosenRange {
  const zone = parseZone(query.timezone ?? usualZone);
  const local = chooseLocal(toLocal(now, zone), toLocal(since, zone), query);
  return {
    ...local,
    from: fromLocal(local.from, zone),
    to: fromLocal(local.to, zone),
    zone,
    usualZone,
    query: zone === usualZone ? local.query : `${local.query}&timezone=${encodeURIComponent(zone)}`,
  };
}

type LocalRange = Omit<ChosenRange, 'zone' | 'usualZone'>;

/** Uses the local time of the zone as if it were UTC. */
function chooseLocal(now: Date, since: Date, query: RangeQuery): LocalRange {
  if (query.from !== undefined || query.to !== undefined) return customRange(now, since, query);
  const { range: key = '7d' } = query;
  return { ...rangeUpTo(now, key, since), key, words: rangeWords()[key], query: `range=${key}` };
}

/** Returns whole hours, days or months up to and including the current one. */
function rangeUpTo(now: Date, key: RangeKey, since: Date): StatisticsRange {
  if (key === '12m') {
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    return {
      from: new Date(Date.UTC(year, month - 11)),
      to: new Date(Date.UTC(year, month + 1)),
      step: 'month',
    };
  }
  const step = key === '24h' ? hours(1) : days(1);
  const to = new Date((Math.floor(now.getTime() / step) + 1) * step);
  if (key === 'all') {
    const from = new Date(Math.max(Date.parse(utcDay(since)), to.getTime() - longest));
    const step = stepFor(from, to);
    return { from: step === 'month' ? startOfStep(from, step) : from, to, step };
  }
  const count = Number.parseInt(key, 10);
  return { from: new Date(to.getTime() - count * step), to, step: key === '24h' ? 'hour' : 'day' };
}

function customRange(now: Date, since: Date, query: RangeQuery): LocalRange {
  const from = query.from === undefined ? new Date(utcDay(since)) : parseRangeDay('from', query.from);
  const last = query.to === undefined ? new Date(utcDay(now)) : parseRangeDay('to', query.to);
  const to = new Date(last.getTime() + days(1));
  if (to <= from) throw invalid('to', msg('The last day must not be before the first one'));
  if (to.getTime() - from.getTime() > longest)
    throw invalid('from', msg('At most ten years can be shown at once'));
  const words =
    utcDay(from) === utcDay(last)
      ? t('on {day}', { day: dayName.format(from) })
      : t('from {from} to {to}', { from: dayName.format(from), to: dayName.format(last) });
  return {
    from,
    to,
    step: stepFor(from, to),
    key: undefined,
    words,
    query: `from=${utcDay(from)}&to=${utcDay(last)}`,
  };
}

/** Limits the number of points in a chart. */
function stepFor(from: Date, to: Date): StatisticsRange['step'] {
  const length = to.getTime() - from.getTime();
  if (length <= days(2)) return 'hour';
  return length <= days(120) ? 'day' : 'month';
}

const dayName = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

export const By = Type.Enum(dimensions);

/** Range and filters of every statistics page. */
const ofLink = { ...RangeQuery.properties, ...LinkFilterQuery.properties };
const ofAccount = { ...RangeQuery.properties, ...AccountFilterQuery.properties };
/** For refreshing fragments: the state that the client has already seen. */
const seen = { seen: Type.Optional(Type.String({ maxLength: 20 })) };
const paged = { page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })) };
const csv = { by: Type.Optional(By) };

export const LinkQuery = Type.Object(ofLink);
/** Includes all filters, so that those not allowed in public are rejected by name. */
export const PublicQuery = Type.Object({ ...ofLink, ...ofAccount });
export const LinkSeenQuery = Type.Object({ ...ofLink, ...seen });
export const LinkPagedQuery = Type.Object({ ...ofLink, ...paged });
export const LinkCsvQuery = Type.Object({ ...ofLink, ...csv });
export const AccountQuery = Type.Object(ofAccount);
export const AccountSeenQuery = Type.Object({ ...ofAccount, ...seen });
export const AccountPagedQuery = Type.Object({ ...ofAccount, ...paged });
export const AccountCsvQuery = Type.Object({ ...ofAccount, ...csv });
