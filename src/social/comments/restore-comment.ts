import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { countComment } from './count-comment.ts';
import { mayRestore } from '../posts/editing/may-restore.ts';

/** Undoes `deleteComment`, for an hour, for the person who deleted it. Returns the id of the post. */
export async function restoreComment(app: App, viewer: Viewer, id: string): Promise<string> {
  return inTransaction(app, async (app) => {
    const restored = await app.db
      .updateTable('social.comment')
      .set({ deleted_at: null, deleted_by: null })
      .where('id', '=', id)
      .where(mayRestore(app, viewer))
      .returning(['post_id', 'held_at'])
      .executeTakeFirst();
    if (!restored) throw missing(t('Deleted comment'));
    if (!restored.held_at) await countComment(app, id, 1);
    return restored.post_id;
  });
}
