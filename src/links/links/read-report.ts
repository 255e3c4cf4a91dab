import type { App } from '../../platform/app.ts';
import { clickTotals } from '../clicks/click-totals.ts';
import { readStatistics, type ClickStatistics } from '../clicks/read-statistics.ts';
import { sinceMade } from '../clicks/statistics-range.ts';
import type { Link } from './link.ts';

export type LinkReport = Pick<
  ClickStatistics,
  'clicks' | 'uniques' | 'countries' | 'referrers' | 'browsers' | 'systems'
>;

/** What visitors did with a link since it was made. */
export async function readReport(app: Pick<App, 'db' | 'clock'>, link: Link): Promise<LinkReport> {
  const totals = await clickTotals(app, [link.id]);
  const whole = sinceMade(link.createdAt, app.clock.now());
  return { ...(await readStatistics(app, link.id, whole)), ...totals.get(link.id) };
}
