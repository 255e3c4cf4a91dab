import { t } from '../../kernel/translation/translate.ts';
import { missing, Problem } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { refuseMany } from './add-page.ts';
import { refuseOthers } from '../access/page.ts';
import { getPage } from './get-page.ts';

/** Number of days in which the owner can restore a deleted page. */
export const restoreDays = 30;

/** Deletes a page with everything published on its behalf. Its username stays reserved. */
export async function deletePage(app: App, owner: Viewer, id: string): Promise<void> {
  const page = await getPage(app, owner, { id });
  refuseOthers(page);
  // Otherwise restoring the page would lift the suspension.
  if (page.suspendedAt) throw new Problem('forbidden', t('A suspended page cannot be deleted'));
  await app.db
    .updateTable('social.page')
    .set({ deleted_at: app.clock.now(), deleted_by: owner.id })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Returns the owner's recently deleted pages, newest first. */
export function listDeletedPages({ db, clock }: Pick<App, 'db' | 'clock'>, owner: Pick<Viewer, 'id'>) {
  return db
    .selectFrom('social.page')
    .where('owner_id', '=', owner.id)
    .where('deleted_by', '=', owner.id)
    .where('removed_at', 'is', null)
    .where('deleted_at', '>', new Date(clock.now().getTime() - days(restoreDays)))
    .orderBy('id', 'desc')
    .limit(50)
    .select(['id', 'username', 'title'])
    .execute();
}

/** Undoes `deletePage` within the allowed time. Returns the username of the page. */
export async function restorePage(app: App, owner: Viewer, id: string): Promise<string> {
  return inTransaction(app, async (app) => {
    const gone = (await listDeletedPages(app, owner)).find((page) => page.id === id);
    if (!gone) throw missing(t('Deleted page'));
    await refuseMany(app, owner);
    await app.db
      .updateTable('social.page')
      .set({ deleted_at: null, deleted_by: null })
      .where('id', '=', id)
      .execute();
    return gone.username;
  });
}
