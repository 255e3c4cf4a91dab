import { days, fromLocal, hours, toLocal } from '../../../kernel/time.ts';

export interface StatisticsRange {
  from: Date;
  /** Exclusive. */
  to: Date;
  step: 'hour' | 'day' | 'month';
  /** Time zone in which hours, days and months begin. Defaults to UTC. */
  zone?: string | undefined;
}

/** Returns the start of the hour, day or month of a time. */
export const startOfStep = (at: Date, step: StatisticsRange['step'], zone = 'UTC'): Date =>
  fromLocal(startInUtc(toLocal(at, zone), step), zone);

function startInUtc(at: Date, step: StatisticsRange['step']): Date {
  if (step === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
  const length = step === 'day' ? days(1) : hours(1);
  return new Date(Math.floor(at.getTime() / length) * length);
}

function nextStep(at: Date, step: StatisticsRange['step'], zone = 'UTC'): Date {
  // When clocks change, a local hour occurs twice or never, so hours are counted in UTC.
  if (step === 'hour') return new Date(at.getTime() + hours(1));
  // Computed from the start of the step: where clocks change at midnight, a day starts at 1:00, but the next
  // day does not.
  return fromLocal(nextInUtc(startInUtc(toLocal(at, zone), step), step), zone);
}

function nextInUtc(at: Date, step: 'day' | 'month'): Date {
  if (step === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
  return new Date(at.getTime() + days(1));
}

/** Returns the start of every hour, day or month that a range touches. */
export function stepsOf({ from, to, step, zone }: StatisticsRange): Date[] {
  const steps: Date[] = [];
  for (let at = startOfStep(from, step, zone); at < to; at = nextStep(at, step, zone)) steps.push(at);
  return steps;
}

/** Returns the range of equal length that ends where this one starts. */
export const rangeBefore = ({ from, to, ...rest }: StatisticsRange): StatisticsRange => ({
  from: new Date(2 * from.getTime() - to.getTime()),
  to: from,
  ...rest,
});

export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);
/** Returns the last day that a range touches. */
export const lastDay = ({ to }: StatisticsRange): string => utcDay(new Date(to.getTime() - 1));

/**
 * Returns the range since creation, by month. It starts with the first of the month, because there was
 * nothing before.
 */
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
 * Returns the whole months within a range, or undefined if there are too few to be worth it. The current
 * month is whole if the range extends to now.
 */
export function wholeMonths(range: StatisticsRange, now: Date): Months | undefined {
  const begin = new Date(utcDay(range.from));
  const month = startOfStep(begin, 'month');
  const from = begin > month ? nextStep(month, 'month') : month;
  const last = startOfStep(range.to, 'month');
  const to = range.to >= now && range.to > last ? nextStep(last, 'month') : last;
  return nextStep(from, 'month') < to ? { from, to } : undefined;
}

/** Returns the months of a range that consists only of whole months (UTC). */
export function exactMonths(range: StatisticsRange, now: Date): Months | undefined {
  const isUtc = (range.zone ?? 'UTC') === 'UTC';
  const whole = range.step === 'month' && isUtc ? wholeMonths(range, now) : undefined;
  return whole && whole.from <= range.from && whole.to >= range.to ? whole : undefined;
}
