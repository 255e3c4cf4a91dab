import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { View } from '../../web/view.ts';
import { listTallies } from '../clicks/statistics/list-tallies.ts';
import { getClicksIn } from '../clicks/statistics/get-clicks-in.ts';
import { hasFilters } from '../clicks/statistics/click-filters.ts';
import type { Dimension } from '../clicks/roll-ups.ts';
import type { StatisticsAddresses } from './addresses.ts';
import type { FilteredScope } from './filters/filters.ts';
import type { ChosenRange } from './requests/range.ts';
import { getFilteredStatistics } from './filters/get-filtered-statistics.ts';
import { nameSubjects, type Purpose } from './subject.ts';
import { dimensionView } from './views/dimension-view.ts';
import { entryOfSubject } from './views/subject-entry.ts';

const perPage = 50;

/** The page of all values of a dimension. */
export async function showDimension(
  app: App,
  accountId: string,
  options: FilteredScope & {
    name: string;
    purpose?: Purpose;
    section: 'links' | 'statistics';
    addresses: StatisticsAddresses;
    dimension: Dimension;
    /** The dimensions available for the subject. */
    known: readonly Dimension[];
    range: ChosenRange;
    page: number | undefined;
  },
): Promise<View> {
  const {
    of,
    filters,
    applied,
    name,
    purpose,
    section,
    addresses,
    dimension,
    known,
    range,
    page = 1,
  } = options;
  if (!known.includes(dimension)) throw missing(t('Page'));
  const { tallies, total } = await listTallies(app, of, {
    dimension,
    range,
    filters,
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  const { clicks, limited } = hasFilters(filters)
    ? (await getFilteredStatistics(app, { of, filters }, range)).statistics
    : { ...(await getClicksIn(app, of, range)), limited: undefined };
  const ids = dimension === 'link' ? tallies.map(({ value }) => value) : [];
  const subjects = await nameSubjects(app, accountId, ids);
  return dimensionView({
    of: name,
    ...(purpose && { purpose }),
    section,
    addresses,
    dimension,
    range,
    applied,
    limited,
    linksCounted: options.linksCounted,
    clicks,
    tallies,
    page,
    pages: Math.ceil(total / perPage),
    ...(dimension === 'link' && {
      entry: ({ value }) => entryOfSubject(app.config.hopUrl, subjects.get(value), value),
    }),
  });
}
