import type { App } from '../../../platform/app.ts';
import type { Dimension, RollUps } from '../roll-ups.ts';
import type { ClickFilters } from '../statistics/filters.ts';
import type { StatisticsRange } from '../statistics/range.ts';
import type { ClickStatistics, Rhythm, Tally } from '../statistics/statistics.ts';
import { clickHouseStore } from './clickhouse-store.ts';
import { postgresStore } from './postgres-store.ts';

/** What reads of clicks need. */
export type ClickReader = Pick<App, 'db' | 'clock' | 'config' | 'clickhouse'>;

/** A stored click without what identifies the visitor, as its link's owner may export it. */
export interface StoredClick {
  /** Begins with the time. */
  id: string;
  at: Date;
  linkId: string;
  isBot: boolean;
  country: string;
  region: string;
  city: string;
  browser: string;
  system: string;
  device: string;
  language: string;
  referrer: string;
  variant: string;
}

/** Which clicks of an account `list` returns: those after one of them, or from a time on. */
export interface ClickCursor {
  after?: string | undefined;
  from?: Date | undefined;
  linkId?: string | undefined;
  max: number;
}

export interface TallyQuery {
  dimension: Dimension;
  range: StatisticsRange;
  filters: ClickFilters;
  limit: number;
  offset: number;
}

/**
 * Where single clicks are: in PostgreSQL, or in ClickHouse with `CLICKHOUSE_URL`. Counts by hour, day and month and all
 * totals are in PostgreSQL in any case, and written with the clicks.
 */
export interface ClickStore {
  /** Maximum number of links that statistics can be narrowed to. */
  maxLinks: number;
  /** Whether statistics cover any number of clicks, so that they need no roll-ups. */
  isWhole: boolean;
  /** Most clicks that `list` should be asked for at once. */
  listedAtOnce: number;
  /** Returns statistics of the clicks that match filters. */
  getFiltered(
    of: RollUps,
    range: StatisticsRange,
    filters: ClickFilters,
  ): Promise<{ statistics: ClickStatistics; rhythm: Rhythm }>;
  /** Returns values of one dimension of the clicks that match filters, most frequent first, with their number. */
  listTallies(of: RollUps, query: TallyQuery): Promise<{ tallies: Tally[]; total: number }>;
  /** Returns the oldest clicks of an account that the cursor selects. */
  list(accountId: string, cursor: ClickCursor): Promise<StoredClick[]>;
  /** Returns the link of a click of a person on a link of the account. */
  findLink(accountId: string, clickId: string): Promise<string | undefined>;
  /** Returns those of the clicks of an account that match filters. */
  listMatching(
    of: RollUps,
    ids: readonly string[],
    filters: ClickFilters,
    range: StatisticsRange,
  ): Promise<string[]>;
}

export const clickStore = (app: ClickReader): ClickStore =>
  app.clickhouse ? clickHouseStore(app, app.clickhouse) : postgresStore(app);
