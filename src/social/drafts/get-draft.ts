import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import type { Draft, DraftKind } from './draft.ts';
import { selectDrafts, toDraft } from './queries.ts';

/** Returns one of the author's own drafts, optionally of a given kind. */
export async function getDraft(
  app: App,
  author: Pick<Viewer, 'id'>,
  id: string,
  kind?: DraftKind,
): Promise<Draft> {
  const row = await selectDrafts(app)
    .where('draft.id', '=', id)
    .where('draft.account_id', '=', author.id)
    .$call(whenGiven(kind, (query, kind) => query.where('draft.kind', '=', kind)))
    .executeTakeFirst();
  if (!row) throw missing(t('Draft'));
  return toDraft(row);
}
