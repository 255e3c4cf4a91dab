import { t } from '../../../kernel/translation/translate.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { DB } from '../../../platform/database/rows.gen.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Post } from '../../posts/post.ts';
import { getPost } from '../../posts/reading/get-posts.ts';
import { lockThread } from '../../tallies/count-in-forum.ts';
import { mayModerate } from '../../access/forum-moderators.ts';

export interface LockedThread {
  post: Post;
  forumId: string;
  /** Whether the thread is public: neither held nor removed. */
  isOpen: boolean;
}

/**
 * Runs an action on a thread in one transaction, with the thread locked. Throws if the viewer cannot see the
 * thread or does not moderate its forum.
 */
export async function asModerator<T>(
  app: App,
  viewer: Viewer,
  threadId: string,
  work: (app: App, thread: LockedThread) => Promise<T>,
): Promise<T> {
  return inTransaction(app, async (app) => work(app, await lockThreadForModerator(app, viewer, threadId)));
}

/**
 * Locks posts. To avoid deadlocks, posts are always locked before threads: deleting a reply locks the reply,
 * and then the thread that counts it.
 */
export async function lockPosts(
  { db }: App,
  which: (post: ExpressionBuilder<DB, 'social.post'>) => Expression<SqlBool>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('social.post')
    .where(which)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a second thread of the same action. Call it in order of ids to avoid deadlocks. */
export async function lockThreadForModerator(
  app: App,
  viewer: Viewer,
  threadId: string,
): Promise<LockedThread> {
  await lockPosts(app, (post) => post('id', '=', threadId));
  const post = await getPost(app, viewer, threadId);
  const thread = await lockThread(app, threadId);
  if (!thread) throw missing(t('Thread'));
  if (!(await mayModerate(app, viewer, thread.forum_id)))
    throw new Problem('forbidden', t('Only moderators of this forum can do that'));
  return { post, forumId: thread.forum_id, isOpen: thread.is_open };
}
