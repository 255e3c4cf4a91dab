import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import type { Draft, DraftKind } from './draft.ts';
import { selectDrafts, toDraft } from './queries.ts';
import { maxDrafts } from './save-draft.ts';

/**
 * Returns the author's drafts: scheduled ones first, the next due first, then the others, most recently
 * changed first.
 */
export async function listDrafts(
  app: App,
  author: Pick<Viewer, 'id'>,
  { kind }: { kind?: DraftKind } = {},
): Promise<Draft[]> {
  const rows = await selectDrafts(app)
    .where('draft.account_id', '=', author.id)
    .$call(whenGiven(kind, (query, kind) => query.where('draft.kind', '=', kind)))
    .orderBy('draft.publish_at', (order) => order.asc().nullsLast())
    .orderBy('draft.updated_at', 'desc')
    .orderBy('draft.id', 'desc')
    .limit(maxDrafts)
    .execute();
  return rows.map(toDraft);
}
