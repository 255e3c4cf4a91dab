import type { App } from '../../platform/app.ts';
import { clickTotals, noClicks } from '../clicks/statistics/click-totals.ts';
import {
  maxTallies,
  getTallies,
  talliesOf,
  type ClickStatistics,
} from '../clicks/statistics/get-statistics.ts';
import { ofLink } from '../clicks/roll-ups.ts';
import { sinceCreation } from '../clicks/statistics/statistics-range.ts';
import { networkName } from '../clicks/statistics/networks.ts';
import type { Link } from '../record/link.ts';

export interface LinkReport extends Pick<
  ClickStatistics,
  'clicks' | 'uniques' | 'countries' | 'referrers' | 'browsers' | 'systems'
> {
  /** Clicks from a network's website or app. */
  networks: Record<'facebook' | 'twitter' | 'google', number>;
}

/** Higher than the possible number of referrers, because rare ones are folded every night. */
const allSites = 10_000;

/** Returns the statistics of a link since its creation. */
export async function getReport(app: Pick<App, 'db' | 'clock' | 'config'>, link: Link): Promise<LinkReport> {
  const totals = await clickTotals(app, [link.id]);
  const whole = sinceCreation(link.createdAt, app.clock.now());
  const tallies = await getTallies(app, ofLink(link.id), whole, allSites);
  const referrers = talliesOf(tallies, 'referrer');
  const from = (network: string) =>
    referrers.reduce((sum, { value, clicks }) => sum + (networkName(value) === network ? clicks : 0), 0);
  return {
    ...(totals.get(link.id) ?? noClicks),
    countries: talliesOf(tallies, 'country'),
    referrers: referrers.slice(0, maxTallies),
    browsers: talliesOf(tallies, 'browser'),
    systems: talliesOf(tallies, 'system'),
    networks: { facebook: from('Facebook'), twitter: from('X (Twitter)'), google: from('Google') },
  };
}
