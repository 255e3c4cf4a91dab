import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { refuseAbove } from '../../../identity/operators/operators.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import type { Post } from '../post.ts';
import { getPostHeader } from '../reading/get-post-header.ts';

/** Threads and questions are closed by their own actions. */
export const isLockable = ({ kind }: Pick<Post, 'kind'>): boolean => kind === 'post' || kind === 'article';

/**
 * Closes or reopens the comments on a post. Allowed for its author and moderators. Existing comments stay.
 */
export async function lockPost(app: App, viewer: Viewer, id: string, isLocked: boolean): Promise<void> {
  const post = await getPostHeader(app, viewer, id);
  if (!isLockable(post) || (post.author.id !== viewer.id && !may(viewer, 'moderate')))
    throw new Problem('forbidden', t('Only the author or a moderator can close the comments of a post'));
  if (post.author.id !== viewer.id) await refuseAbove(app, viewer, post.author.id);
  await app.db
    .updateTable('social.post')
    .set({ locked_at: isLocked ? app.clock.now() : null })
    .where('id', '=', id)
    .where('locked_at', isLocked ? 'is' : 'is not', null)
    .execute();
}
