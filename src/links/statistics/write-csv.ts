import { stringify } from 'csv-stringify/sync';
import { sqlDate } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { listTallies } from '../clicks/statistics/list-tallies.ts';
import { hasFilters } from '../clicks/statistics/click-filters.ts';
import type { Dimension } from '../clicks/roll-ups.ts';
import type { StatisticsRange } from '../clicks/statistics/statistics-range.ts';
import type { FilteredScope } from './filters/filters.ts';
import { inZone, type ChosenRange } from './requests/range.ts';
import { getFilteredStatistics } from './filters/get-filtered-statistics.ts';

const rowsAtOnce = 1000;

/** Writes the series of a range as CSV, one row per step, in the zone's local time. */
export async function* writeSeries(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  narrowed: Pick<FilteredScope, 'of' | 'filters'>,
  range: ChosenRange,
): AsyncGenerator<string> {
  const { series } = (await getFilteredStatistics(app, narrowed, range)).statistics;
  yield lines([['time', 'clicks', 'visitors']]);
  yield lines(series.map(({ at, clicks, uniques }) => [sqlDate(inZone(range, at)), clicks, uniques]));
}

/** Writes all values of a dimension as CSV, most frequent first, with stored values and names. */
export async function* writeDimension(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  { of, filters }: Pick<FilteredScope, 'of' | 'filters'>,
  {
    dimension,
    range,
    name,
  }: {
    dimension: Dimension;
    range: StatisticsRange;
    name: (values: readonly string[]) => Promise<readonly string[]> | readonly string[];
  },
): AsyncGenerator<string> {
  yield lines([[dimension, 'name', 'clicks', 'visitors']]);
  // With filters, each batch would scan the clicks again, so all values are loaded in one batch.
  const limit = hasFilters(filters) ? app.config.HOP_FILTER_CLICKS : rowsAtOnce;
  for (let offset = 0; ; offset += limit) {
    const { tallies, total } = await listTallies(app, of, { dimension, range, filters, limit, offset });
    const names = await name(tallies.map(({ value }) => value));
    yield lines(tallies.map(({ value, clicks, uniques }, i) => [value, names[i] ?? '', clicks, uniques]));
    if (offset + limit >= total) return;
  }
}

/** Escapes formulas, because visitors control some of the texts. */
const lines = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify(rows as (string | number)[][], { escape_formulas: true, record_delimiter: 'windows' });
