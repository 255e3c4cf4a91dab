import { stringify } from 'csv-stringify/sync';
import { sqlDate } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { listTallies } from '../clicks/list-tallies.ts';
import { readStatistics } from '../clicks/read-statistics.ts';
import type { Dimension, RollUps } from '../clicks/roll-ups.ts';
import type { StatisticsRange } from '../clicks/statistics-range.ts';

const rowsAtOnce = 1000;

/** The series of a range as CSV, a row a step; times in UTC. */
export async function* writeSeries(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  of: RollUps,
  range: StatisticsRange,
): AsyncGenerator<string> {
  const { series } = await readStatistics(app, of, range);
  yield lines([['time', 'clicks', 'visitors']]);
  yield lines(series.map(({ at, clicks, uniques }) => [sqlDate(at), clicks, uniques]));
}

/** All values of a dimension as CSV, the most frequent first: as they are kept, and by name. */
export async function* writeDimension(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  of: RollUps,
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
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { tallies, total } = await listTallies(app, of, { dimension, range, limit: rowsAtOnce, offset });
    const names = await name(tallies.map(({ value }) => value));
    yield lines(tallies.map(({ value, clicks, uniques }, i) => [value, names[i] ?? '', clicks, uniques]));
    if (offset + rowsAtOnce >= total) return;
  }
}

/** Visitors choose some of the texts: what a spreadsheet would take for a formula is made plain. */
const lines = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify(rows as (string | number)[][], { escape_formulas: true, record_delimiter: 'windows' });
