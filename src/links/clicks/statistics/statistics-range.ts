import { fromLocal, toLocal } from '../../../kernel/time-zone.ts';
import { days, hours } from '../../../kernel/time.ts';

export interface StatisticsRange {
  from: Date;
  /** Not included. */
  to: Date;
  step: 'hour' | 'day' | 'month';
  /** By whose clock hours, days and months begin; omitted: UTC. */
  zone?: string | undefined;
}

/** When the hour, day or month of a moment begins. */
export const startOfStep = (at: Date, step: StatisticsRange['step'], zone = 'UTC'): Date =>
  fromLocal(startInUtc(toLocal(at, zone), step), zone);

function startInUtc(at: Date, step: StatisticsRange['step']): Date {
  if (step === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
  const length = step === 'day' ? days(1) : hours(1);
  return new Date(Math.floor(at.getTime() / length) * length);
}

function nextStep(at: Date, step: StatisticsRange['step'], zone = 'UTC'): Date {
  // Where clocks are turned, an hour comes twice or never: hours follow each other in UTC.
  if (step === 'hour') return new Date(at.getTime() + hours(1));
  // From the start: where clocks are turned at midnight, a day begins at one, and the next one does not.
  return fromLocal(nextInUtc(startInUtc(toLocal(at, zone), step), step), zone);
}

function nextInUtc(at: Date, step: 'day' | 'month'): Date {
  if (step === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
  return new Date(at.getTime() + days(1));
}

/** Every hour, day or month that a range touches, by when it begins. */
export function stepsOf({ from, to, step, zone }: StatisticsRange): Date[] {
  const steps: Date[] = [];
  for (let at = startOfStep(from, step, zone); at < to; at = nextStep(at, step, zone)) steps.push(at);
  return steps;
}

/** As long as this one, and just before it. */
export const rangeBefore = ({ from, to, ...rest }: StatisticsRange): StatisticsRange => ({
  from: new Date(2 * from.getTime() - to.getTime()),
  to: from,
  ...rest,
});

export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);
/** The last day of which a range has a part. */
export const lastDay = ({ to }: StatisticsRange): string => utcDay(new Date(to.getTime() - 1));

/** Everything since something was made. From the first of that month, for there was nothing before. */
export const sinceCreation = (createdAt: Date, now: Date): StatisticsRange => ({
  from: startOfStep(createdAt, 'month'),
  to: now,
  step: 'month',
});

/** The whole months of a range: the first one, and the one after the last. */
interface Months {
  from: Date;
  to: Date;
}

/**
 * The months that a range has all of; undefined where they are too few to be worth it. The present month is whole when
 * the range continues to the present: nothing is after it.
 */
export function wholeMonths(range: StatisticsRange, now: Date): Months | undefined {
  const begin = new Date(utcDay(range.from));
  const month = startOfStep(begin, 'month');
  const from = begin > month ? nextStep(month, 'month') : month;
  const last = startOfStep(range.to, 'month');
  const to = range.to >= now && range.to > last ? nextStep(last, 'month') : last;
  return nextStep(from, 'month') < to ? { from, to } : undefined;
}

/** The months of a range that is nothing but whole months (UTC). */
export function onlyMonths(range: StatisticsRange, now: Date): Months | undefined {
  const isUtc = (range.zone ?? 'UTC') === 'UTC';
  const whole = range.step === 'month' && isUtc ? wholeMonths(range, now) : undefined;
  return whole && whole.from <= range.from && whole.to >= range.to ? whole : undefined;
}
