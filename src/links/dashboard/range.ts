import { Type } from 'typebox';
import type { Static } from 'typebox';
import { days, hours } from '../../kernel/time.ts';
import type { StatisticsRange } from '../clicks/statistics/statistics-range.ts';

/** The stretches of time that a link's page offers, always up to now. */
export const rangeNames = { '24h': '24 hours', '7d': '7 days', '30d': '30 days', '90d': '90 days' } as const;
export type RangeKey = keyof typeof rangeNames;

export const RangeQuery = Type.Object({
  range: Type.Optional(Type.Enum(Object.keys(rangeNames) as RangeKey[])),
});
export type RangeQuery = Static<typeof RangeQuery>;

/** Whole hours or days up to and with the present one. */
export function rangeUpTo(now: Date, key: RangeKey): StatisticsRange {
  const isHours = key === '24h';
  const step = isHours ? hours(1) : days(1);
  const count = Number.parseInt(key, 10);
  const to = (Math.floor(now.getTime() / step) + 1) * step;
  return { from: new Date(to - count * step), to: new Date(to), step: isHours ? 'hour' : 'day' };
}
