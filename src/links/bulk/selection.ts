import { formatNumber } from '../../kernel/translation/formats.ts';
import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { matchingLinks, type LinkFilter } from '../record/listing/link-filter.ts';

/** The links of a bulk action: a list of ids, or all that match a filter. */
export type Selection = { ids: readonly string[] } | { filter: LinkFilter };

/** Every changed link is broadcast to all processes. A larger batch would delay redirects. */
const maxSelected = 10_000;

/** Returns the ids of the selected links. Links of other accounts are omitted. */
export async function getSelection(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  selection: Selection,
): Promise<string[]> {
  const matching = matchingLinks(viewer.id, 'filter' in selection ? selection.filter : {}, clock.now());
  const named = 'ids' in selection ? sql`and link.id = any(${selection.ids}::bigint[])` : sql``;
  const { rows } = await sql<{ id: string }>`
    select link.id from links.link where ${matching} ${named} order by link.id desc limit ${sql.lit(maxSelected + 1)}`.execute(
    db,
  );
  if (rows.length === 0) throw invalid('id', t('Select at least one link'));
  if (rows.length > maxSelected)
    throw invalid(
      'all',
      t('At most {maxSelected} links can be changed at once. Filter the list first.', {
        maxSelected: formatNumber(maxSelected),
      }),
    );
  return rows.map(({ id }) => id);
}
