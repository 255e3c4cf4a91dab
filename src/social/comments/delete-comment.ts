import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { refuseAbove } from '../../identity/operators/rank.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { getPostHeader } from '../posts/reading/get-post-header.ts';
import { countComment } from './count-comment.ts';
import { getCommentHeader } from './get-comment-header.ts';

/**
 * Deletes a comment. Allowed for its author, the post's author, the team of the page that posted, and
 * moderators. Replies stay below a placeholder. Returns the id of the post.
 */
export async function deleteComment(app: App, viewer: Viewer, id: string): Promise<string> {
  const comment = await getCommentHeader(app, viewer, id);
  const post = await getPostHeader(app, viewer, comment.postId);
  const isTheirs = [comment.author.id, post.author.id].includes(viewer.id) || Boolean(post.page?.role);
  if (!isTheirs && !may(viewer, 'moderate'))
    throw new Problem('forbidden', t('Only the author of the comment or post can delete a comment'));
  if (!isTheirs) await refuseAbove(app, viewer, comment.author.id);
  await inTransaction(app, async (app) => {
    const taken = await app.db
      .updateTable('social.comment')
      .set({ deleted_at: app.clock.now(), deleted_by: viewer.id })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('held_at')
      .executeTakeFirst();
    if (taken && !taken.held_at) await countComment(app, id, -1);
  });
  return post.id;
}
