import type { App } from '../../platform/app.ts';
import { notify } from './notify.ts';

/**
 * Notifies the parent comment's author, the post's author and the mentioned people of a visible comment. No
 * one is notified twice: mentions take precedence, then replies.
 */
export async function notifyComment(app: App, commentId: string): Promise<void> {
  const row = await app.db
    .selectFrom('social.comment as comment')
    .innerJoin('social.post as post', 'post.id', 'comment.post_id')
    .leftJoin('social.comment as answered', 'answered.id', 'comment.parent_id')
    .where('comment.id', '=', commentId)
    .select(['comment.author_id as by', 'comment.post_id', 'post.author_id as owner'])
    .select(['answered.id as answered_id', 'answered.author_id as answered_author'])
    .executeTakeFirstOrThrow();
  const { by, post_id: postId, owner, answered_id, answered_author } = row;
  const named = await listNamed(app, postId, commentId);
  if (answered_author !== null && !named.has(answered_author))
    await notify(app, {
      to: answered_author,
      kind: 'reply',
      by,
      postId,
      commentId: answered_id ?? undefined,
      said: commentId,
    });
  if (owner !== answered_author && !named.has(owner))
    await notify(app, { to: owner, kind: 'comment', by, postId, said: commentId });
  await notifyMentioned(app, by, { postId, commentId });
}

async function listNamed({ db }: App, postId: string, commentId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('social.mention')
    .where('post_id', '=', postId)
    .where('comment_id', '=', commentId)
    .select('account_id')
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

/** The post or comment that contains mentions. */
interface Place {
  postId: string;
  commentId?: string | undefined;
}

/** Notifies the mentioned people, and withdraws notifications of removed mentions. */
export async function notifyMentioned(app: App, by: string, place: Place): Promise<void> {
  const { postId, commentId } = place;
  const named = await app.db
    .selectFrom('social.mention')
    .where('post_id', '=', postId)
    .where('comment_id', 'is not distinct from', commentId ?? null)
    .orderBy('account_id')
    .select('account_id')
    .execute();
  const ids = named.map(({ account_id }) => account_id);
  await app.db
    .updateTable('social.notification_actor as actor')
    .from('social.notification as notification')
    .set({ undone_at: app.clock.now() })
    .whereRef('notification.id', '=', 'actor.notification_id')
    .where('notification.kind', '=', 'mention')
    .where('notification.post_id', '=', postId)
    .where('notification.comment_id', 'is not distinct from', commentId ?? null)
    .$if(ids.length > 0, (query) => query.where('notification.account_id', 'not in', ids))
    .execute();
  const known = new Set(await listNotified(app, place));
  const added = ids.filter((id) => !known.has(id));
  if (added.length === 0) return;
  const pageId = commentId === undefined ? await findSpeaker(app, postId) : undefined;
  for (const to of added) await notify(app, { to, kind: 'mention', by, postId, commentId, pageId });
}

/** Returns the page on whose behalf a post was written. */
async function findSpeaker({ db }: App, postId: string): Promise<string | undefined> {
  const post = await db
    .selectFrom('social.post')
    .where('id', '=', postId)
    .select('page_id')
    .executeTakeFirst();
  return post?.page_id ?? undefined;
}

/** Returns the people already notified. They are not notified again when the text changes. */
async function listNotified(app: App, { postId, commentId }: Place): Promise<string[]> {
  const rows = await app.db
    .selectFrom('social.notification as notification')
    .innerJoin('social.notification_actor as actor', 'actor.notification_id', 'notification.id')
    .where('notification.kind', '=', 'mention')
    .where('notification.post_id', '=', postId)
    .where('notification.comment_id', 'is not distinct from', commentId ?? null)
    .where('actor.undone_at', 'is', null)
    .select('notification.account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}
