import { t } from '../../kernel/translation/translate.ts';
import { missing, Problem } from '../../kernel/problem.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { refuseOthers } from './term.ts';

const undoWithin = hours(1);

/** Deletes a glossary term. The editor who deleted it can undo this for an hour. */
export async function deleteTerm({ db, clock }: App, keeper: Viewer, id: string): Promise<void> {
  refuseOthers(keeper);
  const deleted = await db
    .updateTable('social.term')
    .set({ deleted_at: clock.now(), deleted_by: keeper.id })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw missing(t('Term'));
}

/** Undoes `deleteTerm`. */
export async function restoreTerm(app: App, keeper: Viewer, id: string): Promise<void> {
  refuseOthers(keeper);
  await inTransaction(app, async ({ db, clock }) => {
    const restored = await db
      .updateTable('social.term')
      .set({ deleted_at: null, deleted_by: null })
      .where('id', '=', id)
      .where('deleted_by', '=', keeper.id)
      .where('deleted_at', '>', new Date(clock.now().getTime() - undoWithin))
      .returning(['id', 'slug'])
      .executeTakeFirst();
    if (!restored) throw missing(t('Deleted term'));
    await db
      .updateTable('social.term_address')
      .set({ term_id: restored.id })
      .where('slug', '=', restored.slug)
      .execute();
  }).catch((error: unknown) => {
    if (isDuplicate(error, 'term_slug')) throw new Problem('conflict', t('Another term now has this name'));
    throw error;
  });
}

/** Returns a term the viewer deleted and can still restore. */
export async function getDeletedTerm({ db }: App, keeper: Viewer, id: string): Promise<{ name: string }> {
  refuseOthers(keeper);
  const term = await db
    .selectFrom('social.term')
    .where('id', '=', id)
    .where('deleted_by', '=', keeper.id)
    .where('deleted_at', 'is not', null)
    .select('name')
    .executeTakeFirst();
  if (!term) throw missing(t('Deleted term'));
  return term;
}
