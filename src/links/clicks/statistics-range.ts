import { days, hours } from '../../kernel/time.ts';

export interface StatisticsRange {
  from: Date;
  /** Not included. */
  to: Date;
  step: 'hour' | 'day' | 'month';
}

/** When the hour, day or month (UTC) of a moment begins. */
export function startOfStep(at: Date, step: StatisticsRange['step']): Date {
  if (step === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
  const length = step === 'day' ? days(1) : hours(1);
  return new Date(Math.floor(at.getTime() / length) * length);
}

export function nextStep(at: Date, step: StatisticsRange['step']): Date {
  if (step === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
  return new Date(at.getTime() + (step === 'day' ? days(1) : hours(1)));
}

/** Every hour, day or month that a range touches, by when it begins. */
export function stepsOf({ from, to, step }: StatisticsRange): Date[] {
  const steps: Date[] = [];
  for (let at = startOfStep(from, step); at < to; at = nextStep(at, step)) steps.push(at);
  return steps;
}

/** As long as this one, and just before it. */
export const rangeBefore = ({ from, to, step }: StatisticsRange): StatisticsRange => ({
  from: new Date(2 * from.getTime() - to.getTime()),
  to: from,
  step,
});

export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);
/** The last day of which a range has a part. */
export const lastDay = ({ to }: StatisticsRange): string => utcDay(new Date(to.getTime() - 1));

/** Everything since something was made. From the first of that month, for there was nothing before. */
export const sinceMade = (createdAt: Date, now: Date): StatisticsRange => ({
  from: startOfStep(createdAt, 'month'),
  to: now,
  step: 'month',
});

/** The whole months of a range: the first one, and the one after the last. */
export interface Months {
  from: Date;
  to: Date;
}

/**
 * The months that a range has all of; undefined where they are too few to be worth it. The present month is whole when
 * the range goes on to the present: nothing is after it.
 */
export function wholeMonths(range: StatisticsRange, now: Date): Months | undefined {
  const begin = new Date(utcDay(range.from));
  const month = startOfStep(begin, 'month');
  const from = begin > month ? nextStep(month, 'month') : month;
  const last = startOfStep(range.to, 'month');
  const to = range.to >= now && range.to > last ? nextStep(last, 'month') : last;
  return nextStep(from, 'month') < to ? { from, to } : undefined;
}

/** The months of a range that is nothing but whole months. */
export function onlyMonths(range: StatisticsRange, now: Date): Months | undefined {
  const whole = range.step === 'month' ? wholeMonths(range, now) : undefined;
  return whole && whole.from <= range.from && whole.to >= range.to ? whole : undefined;
}
