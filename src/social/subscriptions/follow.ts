import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getPostHeader } from '../posts/reading/get-post-header.ts';

/**
 * Follows a thread or question, which notifies the viewer of new replies or answers. No-op if already
 * followed.
 */
export async function follow(app: App, viewer: Viewer, postId: string): Promise<void> {
  const { kind } = await getPostHeader(app, viewer, postId);
  if (kind !== 'thread' && kind !== 'question')
    throw invalid('id', t('Only threads and questions can be followed'));
  await ensureFollowing(app, viewer, postId);
}

/** Like `follow`, for the author of a new post in it, whose access was already checked. */
export async function ensureFollowing(app: App, viewer: Pick<Viewer, 'id'>, postId: string): Promise<void> {
  await app.db
    .insertInto('social.subscription')
    .values({ account_id: viewer.id, post_id: postId, at: app.clock.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'post_id'])
        .doUpdateSet({ is_on: true, at: app.clock.now() })
        .where('social.subscription.is_on', '=', false),
    )
    .execute();
}
