import type { App } from '../../../platform/app.ts';
import { clickTotals } from '../../clicks/statistics/click-totals.ts';
import { getStatistics, type ClickStatistics, type Tally } from '../../clicks/statistics/get-statistics.ts';
import { sinceCreation } from '../../clicks/statistics/statistics-range.ts';
import type { Code } from './code.ts';

export interface CodeReport extends Pick<
  ClickStatistics,
  'clicks' | 'uniques' | 'countries' | 'referrers' | 'browsers' | 'systems'
> {
  /** Scans from a network's website or app. */
  networks: Record<'facebook' | 'twitter' | 'instagram', number>;
}

/** Returns the statistics of a code since its creation. */
export async function getReport(app: Pick<App, 'db' | 'clock'>, code: Code): Promise<CodeReport> {
  const totals = await clickTotals(app, [code.id]);
  const whole = sinceCreation(code.createdAt, app.clock.now());
  const statistics = await getStatistics(app, code.id, whole);
  return { ...statistics, ...totals.get(code.id), networks: countNetworks(statistics.referrers) };
}

function countNetworks(referrers: readonly Tally[]): CodeReport['networks'] {
  const from = (hosts: RegExp) =>
    referrers.filter(({ value }) => hosts.test(value)).reduce((sum, { clicks }) => sum + clicks, 0);
  return {
    facebook: from(/(^|\.)(facebook\.com|fb\.me|com\.facebook\.katana)$/),
    twitter: from(/(^|\.)(twitter\.com|x\.com|t\.co|com\.twitter\.android)$/),
    instagram: from(/(^|\.)(instagram\.com|com\.instagram\.android)$/),
  };
}
