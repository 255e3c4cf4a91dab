import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Deletes an app: sign-in is disabled and its tokens stop working. `restoreApp` undoes the deletion. */
export async function deleteApp(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  await setDeleted(app, viewer.id, id, app.clock.now());
}

export async function restoreApp(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  await setDeleted(app, viewer.id, id, null);
}

async function setDeleted({ db }: App, ownerId: string, id: string, deletedAt: Date | null): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('social.oauth_app')
    .set({ deleted_at: deletedAt })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw missing(t('App'));
}
