import type { App } from '../../platform/app.ts';
import type { Download } from '../../platform/http/endpoint.ts';
import { csvSheet } from '../../platform/archive/csv-sheet.ts';
import type { Dimension } from '../clicks/roll-ups.ts';
import { dimensionNames } from './dimensions.ts';
import type { FilteredScope } from './filters/filters.ts';
import type { ChosenRange } from './requests/range.ts';
import { nameSubjects } from './subject.ts';
import { nameOfSubject } from './views/subject-entry.ts';
import { dimensionRows, seriesRows } from './write-csv.ts';

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
