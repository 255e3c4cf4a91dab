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

type Row = (string | number)[];

/** The series of a range, one row per step, in the zone's local time. */
export async function* seriesRows(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  narrowed: Pick<FilteredScope, 'of' | 'filters'>,
  range: ChosenRange,
): AsyncGenerator<Row> {
  const { series } = (await getFilteredStatistics(app, narrowed, range)).statistics;
  yield ['time', 'clicks', 'visitors'];
  for (const { at, clicks, uniques } of series) yield [sqlDate(inZone(range, at)), clicks, uniques];
}

/** All values of a dimension, most frequent first, with stored values and names. */
export async function* dimensionRows(
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
): AsyncGenerator<Row> {
  yield [dimension, 'name', 'clicks', 'visitors'];
  // With filters, each batch would scan the clicks again, so all values are loaded in one batch.
  const limit = hasFilters(filters) ? app.config.HOP_FILTER_CLICKS : rowsAtOnce;
  for (let offset = 0; ; offset += limit) {
    const { tallies, total } = await listTallies(app, of, { dimension, range, filters, limit, offset });
    const names = await name(tallies.map(({ value }) => value));
    for (const [index, { value, clicks, uniques }] of tallies.entries())
      yield [value, names[index] ?? '', clicks, uniques];
    if (offset + limit >= total) return;
  }
}
