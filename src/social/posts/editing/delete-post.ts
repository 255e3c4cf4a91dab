import { t } from '../../../kernel/translation/translate.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { refuseDeleting } from './refuse-deleting.ts';
import { countPost } from '../count-post.ts';
import { mayManagePost } from './may-manage-post.ts';
import { getPostHeader } from '../reading/get-post-header.ts';
import { withdrawShare } from '../sharing/shares.ts';

/** Deletes a post. Allowed for its author and for moderators. `restorePost` can undo it for an hour. */
export async function deletePost(app: App, viewer: Viewer, id: string): Promise<void> {
  const post = await getPostHeader(app, viewer, id);
  if (!(await mayManagePost(app, viewer, post, 'delete')))
    throw new Problem('forbidden', t('Only the author or a moderator can delete a post'));
  await refuseDeleting(app, viewer, post);
  await inTransaction(app, async (app) => {
    const taken = await app.db
      .updateTable('social.post')
      .set({ deleted_at: app.clock.now(), deleted_by: viewer.id })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('held_at')
      .executeTakeFirst();
    if (taken && post.author.id !== viewer.id)
      await addAuditEntry(app, viewer.id, 'post.delete', `post ${id}`);
    if (!taken || taken.held_at) return;
    await countPost(app, id, -1);
    await withdrawShare(app, id);
  });
}
