import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { missing, Problem, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import { type App, inTransaction, type Viewer } from '../../../platform/app.ts';
import type { DB } from '../../../platform/database/rows.gen.ts';
import { mayModerate } from '../../access/forum-moderators.ts';
import { checkPost } from '../../posts/new-post.ts';
import type { Post } from '../../posts/post.ts';
import { getPost } from '../../posts/reading/get-posts.ts';
import { lockThread } from '../../tallies/posts.ts';
import type { ThreadEvent } from '../threads/thread.ts';

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
  if (!thread) throw missing(msg('Thread'));
  if (!(await mayModerate(app, viewer, thread.forum_id)))
    throw new Problem('forbidden', msg('Only moderators of this forum can do that'));
  return { post, forumId: thread.forum_id, isOpen: thread.is_open };
}

interface NewThreadEvent {
  kind: ThreadEvent['kind'];
  /** The previous forum of the thread. */
  forumId?: string;
  /** The thread that replies moved to or from. */
  otherId?: string;
}

/** Adds an event line to a thread, after the latest post. */
export async function notifyInThread(
  app: App,
  by: Viewer,
  threadId: string,
  event: NewThreadEvent,
): Promise<void> {
  await app.db
    .insertInto('social.thread_event')
    .values({
      thread_id: threadId,
      kind: event.kind,
      by_id: by.id,
      at: app.clock.now(),
      after_id: sql<string>`coalesce((select max(id) from social.post
        where parent_id = ${threadId} and deleted_at is null), ${threadId})`,
      forum_id: event.forumId ?? null,
      other_id: event.otherId ?? null,
    })
    .execute();
}

/** Renames a thread and stores the former title as a revision. */
export async function renameThread(app: App, viewer: Viewer, id: string, typed: string): Promise<void> {
  const title = checkThreadTitle(typed);
  await asModerator(app, viewer, id, async (app, { post }) => {
    if (title === post.title) return;
    const at = app.clock.now();
    // Held versions were never public, and the edit history must not expose paid versions.
    if (!post.heldAt && !post.paywall)
      await app.db
        .insertInto('social.post_revision')
        .values({ post_id: id, title: post.title, text: post.text, editor_id: viewer.id, at })
        .execute();
    await app.db.updateTable('social.post').set({ title, edited_at: at }).where('id', '=', id).execute();
    await addAuditEntry(app, viewer.id, 'thread.rename', `post ${id}`);
  });
}

export const checkThreadTitle = (title: string): string =>
  checkPost({ kind: 'thread', title, text: t('Title only'), privacy: 'public', photos: [] }).title;
