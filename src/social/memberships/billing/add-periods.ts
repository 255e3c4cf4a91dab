import { days } from '../../../kernel/time.ts';
import type { Terms } from '../membership.ts';

/**
 * Returns the end of the n-th period since `anchor`, in UTC. Months are counted from the anchor, so a
 * subscription started on the 31st renews on the last day of shorter months and on the 31st otherwise.
 */
export function addPeriods(
  anchor: Date,
  { period, periodNum }: Pick<Terms, 'period' | 'periodNum'>,
  n: number,
): Date {
  const count = periodNum * n;
  if (period === 'day') return new Date(anchor.getTime() + days(count));
  if (period === 'week') return new Date(anchor.getTime() + days(7 * count));
  const months = anchor.getUTCMonth() + (period === 'year' ? 12 : 1) * count;
  const result = new Date(anchor);
  result.setUTCDate(1);
  result.setUTCMonth(months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return result;
}
