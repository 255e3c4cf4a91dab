import { sqlDate } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { csvSheet } from '../../platform/archive/section.ts';
import type { Download } from '../../platform/http/endpoint.ts';
import type { Dimension } from '../clicks/roll-ups.ts';
import { hasFilters } from '../clicks/statistics/filters.ts';
import type { StatisticsRange } from '../clicks/statistics/range.ts';
import { listTallies } from '../clicks/statistics/tallies.ts';
import type { ClickReader } from '../clicks/store/click-store.ts';
import { nameOfSubject } from './components/entries.ts';
import { dimensionNames } from './dimensions.ts';
import { type FilteredScope, getFilteredStatistics } from './filters.ts';
import { type ChosenRange, inZone } from './requests.ts';
import { nameSubjects } from './subject.ts';

/** Downloads statistics as CSV: the series, or all values of one dimension. */
export function csvDownload(
  app: App,
  accountId: string,
  {
    name,
    range,
    by,
    ...narrowed
  }: Pick<FilteredScope, 'of' | 'filters'> & { name: string; range: ChosenRange; by: Dimension | undefined },
): Download {
  const rows =
    by === undefined
      ? seriesRows(app, narrowed, range)
      : dimensionRows(app, narrowed, { dimension: by, range, name: namesFor(app, accountId, by) });
  // Only characters that are allowed in file names on every system.
  const file = [name, by ?? 'clicks', range.key ?? 'days'].join('-').replaceAll(/[^\w-]+/g, '-');
  return {
    type: 'text/csv; charset=utf-8',
    body: csvSheet(rows, { lineEnd: 'windows' }),
    headers: { 'content-disposition': `attachment; filename="${file}.csv"` },
  };
}

function namesFor(app: App, accountId: string, dimension: Dimension) {
  if (dimension !== 'link')
    return (values: readonly string[]) => values.map(dimensionNames()[dimension].name);
  return async (ids: readonly string[]) => {
    const subjects = await nameSubjects(app, accountId, ids);
    return ids.map((id) => {
      const subject = subjects.get(id);
      return subject ? nameOfSubject(app.config.hopUrl, subject) : dimensionNames().link.name(id);
    });
  };
}

const rowsAtOnce = 1000;

type Row = (string | number)[];

/** The series of a range, one row per step, in the zone's local time. */
async function* seriesRows(
  app: ClickReader,
  narrowed: Pick<FilteredScope, 'of' | 'filters'>,
  range: ChosenRange,
): AsyncGenerator<Row> {
  const { series } = (await getFilteredStatistics(app, narrowed, range)).statistics;
  yield ['time', 'clicks', 'visitors'];
  for (const { at, clicks, uniques } of series) yield [sqlDate(inZone(range, at)), clicks, uniques];
}

/** All values of a dimension, most frequent first, with stored values and names. */
async function* dimensionRows(
  app: ClickReader,
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
