import type { App } from '../../platform/app.ts';
import { clickTotals, noClicks, type ClickTotal } from '../clicks/click-totals.ts';
import { accountTotal } from '../clicks/account-total.ts';
import { readClicksIn } from '../clicks/read-clicks-in.ts';
import { readRhythm, type Rhythm } from '../clicks/read-rhythm.ts';
import { readStatistics, type ClickStatistics } from '../clicks/read-statistics.ts';
import { ofAccount, ofLink, type RollUps } from '../clicks/roll-ups.ts';
import { rangeBefore } from '../clicks/statistics-range.ts';
import { chooseRange, type ChosenRange, type RangeQuery } from './range.ts';

/** Everything that a page about clicks shows. */
export interface ShownStatistics {
  range: ChosenRange;
  /** Of the range. */
  statistics: ClickStatistics;
  rhythm: Rhythm;
  /** Of as long a time before it; undefined where that has no meaning. */
  before: { clicks: number; uniques: number } | undefined;
  /** Since the beginning. */
  total: ClickTotal;
  now: Date;
}

/** What happened with one link, bio page or QR code. */
export async function readShownOfLink(
  app: Pick<App, 'db' | 'clock'>,
  { id, createdAt }: { id: string; createdAt: Date },
  query: RangeQuery,
): Promise<ShownStatistics> {
  const totals = await clickTotals(app, [id]);
  return readShown(app, ofLink(id), createdAt, totals.get(id), query);
}

/** What happened with all that an account has. */
export async function readShownOfAccount(
  app: Pick<App, 'db' | 'clock'>,
  accountId: string,
  query: RangeQuery,
): Promise<ShownStatistics> {
  const { since, ...total } = await accountTotal(app, accountId);
  return readShown(app, ofAccount(accountId), since ?? app.clock.now(), total, query);
}

async function readShown(
  app: Pick<App, 'db' | 'clock'>,
  rollUps: RollUps,
  since: Date,
  total: ClickTotal = noClicks,
  query: RangeQuery,
): Promise<ShownStatistics> {
  const now = app.clock.now();
  const range = chooseRange(now, since, query);
  return {
    range,
    now,
    total,
    statistics: await readStatistics(app, rollUps, range),
    rhythm: await readRhythm(app, rollUps, range),
    before: range.key === 'all' ? undefined : await readClicksIn(app, rollUps, rangeBefore(range)),
  };
}
