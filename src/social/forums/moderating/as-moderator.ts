import { t } from '../../../kernel/translation/translate.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { DB } from '../../../platform/database/rows.gen.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Post } from '../../posts/post.ts';
import { readPost } from '../../posts/reading/read-posts.ts';
import { holdThread } from '../../tallies/count-in-forum.ts';
import { mayModerate } from '../../access/may-moderate.ts';

export interface Held {
  post: Post;
  forumId: string;
  /** It is public: neither held nor removed. */
  isOpen: boolean;
}

/**
 * What somebody does to a thread in a forum that they look after, in one transaction, with the thread held. Throws when
 * it is not there for them, or not theirs to look after.
 */
export async function asModerator<T>(
  app: App,
  viewer: Viewer,
  threadId: string,
  work: (app: App, thread: Held) => Promise<T>,
): Promise<T> {
  return inTransaction(app, async (app) => work(app, await holdForModerator(app, viewer, threadId)));
}

/**
 * Posts are held before threads wherever both are, so that there is no deadlock: deleting a reply locks that
 * first, and then the thread in which it is counted.
 */
export async function holdPosts(
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

/** The same for a second thread of one act. To be called in the order of ids, so that nobody waits in a ring. */
export async function holdForModerator(app: App, viewer: Viewer, threadId: string): Promise<Held> {
  await holdPosts(app, (post) => post('id', '=', threadId));
  const post = await readPost(app, viewer, threadId);
  const thread = await holdThread(app, threadId);
  if (!thread) throw missing(t('Thread'));
  if (!(await mayModerate(app, viewer, thread.forum_id)))
    throw new Problem('forbidden', t('Only moderators of this forum can do that'));
  return { post, forumId: thread.forum_id, isOpen: thread.is_open };
}
