import type { App } from '../../../platform/app.ts';
import { hasFilters } from '../../clicks/statistics/click-filters.ts';
import { readFiltered } from '../../clicks/statistics/read-filtered.ts';
import { readRhythm, type Rhythm } from '../../clicks/statistics/read-rhythm.ts';
import { readStatistics, type ClickStatistics } from '../../clicks/statistics/read-statistics.ts';
import type { StatisticsRange } from '../../clicks/statistics/statistics-range.ts';
import type { FilteredScope } from './filters.ts';

/** Reads statistics from the roll-ups, or from single clicks if filters apply. */
export async function readFilteredStatistics(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  { of, filters }: Pick<FilteredScope, 'of' | 'filters'>,
  range: StatisticsRange,
  compared?: StatisticsRange,
): Promise<{ statistics: ClickStatistics; rhythm: Rhythm }> {
  if (hasFilters(filters)) return readFiltered(app, of, range, filters);
  return {
    statistics: await readStatistics(app, of, range, compared),
    rhythm: await readRhythm(app, of, range),
  };
}
