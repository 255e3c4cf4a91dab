import type { App } from '../../../platform/app.ts';
import { hasFilters } from '../../clicks/statistics/click-filters.ts';
import { getFiltered } from '../../clicks/statistics/get-filtered.ts';
import { getRhythm, type Rhythm } from '../../clicks/statistics/get-rhythm.ts';
import { getStatistics, type ClickStatistics } from '../../clicks/statistics/get-statistics.ts';
import type { StatisticsRange } from '../../clicks/statistics/statistics-range.ts';
import type { FilteredScope } from './filters.ts';

/** Reads statistics from the roll-ups, or from single clicks if filters apply. */
export async function getFilteredStatistics(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  { of, filters }: Pick<FilteredScope, 'of' | 'filters'>,
  range: StatisticsRange,
  compared?: StatisticsRange,
): Promise<{ statistics: ClickStatistics; rhythm: Rhythm }> {
  if (hasFilters(filters)) return getFiltered(app, of, range, filters);
  return {
    statistics: await getStatistics(app, of, range, compared),
    rhythm: await getRhythm(app, of, range),
  };
}
