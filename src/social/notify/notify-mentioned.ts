import type { App } from '../../platform/app.ts';
import { notify } from './notify.ts';

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
