import { t } from '../../../kernel/translation/translate.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { countPost } from '../count-post.ts';
import { notifyShare } from '../sharing/shares.ts';
import { mayRestore } from './may-restore.ts';

/** Throws unless the post exists and the viewer can restore it. */
export async function findDeleted(app: App, viewer: Viewer, id: string): Promise<void> {
  const found = await app.db
    .selectFrom('social.post')
    .where('id', '=', id)
    .where(mayRestore(app, viewer))
    .select('id')
    .executeTakeFirst();
  if (!found) throw missing(t('Deleted post'));
}

/** Undoes `deletePost`, within an hour and by the person who deleted it. */
export async function restorePost(app: App, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const restored = await app.db
      .updateTable('social.post')
      .set({ deleted_at: null, deleted_by: null })
      .where('id', '=', id)
      .where(mayRestore(app, viewer))
      .returning(['held_at', 'author_id'])
      .executeTakeFirst();
    if (!restored) throw missing(t('Deleted post'));
    if (restored.author_id !== viewer.id) await addAuditEntry(app, viewer.id, 'post.restore', `post ${id}`);
    if (restored.held_at) return;
    await countPost(app, id, 1);
    await notifyShare(app, id);
  });
}
