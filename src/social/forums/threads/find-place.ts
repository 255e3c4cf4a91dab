import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { findSubscription } from '../../notifications/thread-subscriptions.ts';
import { pageOfPlace } from './thread.ts';

interface Place {
  page: number;
  postId: string;
}

/** Returns the page of a thread that a reply is on, or undefined if it is not in the thread. */
export async function findReplyPage(
  { db }: Pick<App, 'db'>,
  threadId: string,
  id: string,
): Promise<Place | undefined> {
  const reply = await db
    .selectFrom('social.reply')
    .where('post_id', '=', id)
    .where('thread_id', '=', threadId)
    .select('place')
    .executeTakeFirst();
  return reply && { page: pageOfPlace(reply.place), postId: id };
}

/** Returns the first unread reply, or the last reply if all are read. */
export async function findUnread(app: App, viewer: Viewer, threadId: string): Promise<Place | undefined> {
  const seen = await findSubscription(app, viewer, threadId);
  const below = app.db
    .selectFrom('social.post as post')
    .innerJoin('social.reply as reply', 'reply.post_id', 'post.id')
    .where('post.parent_id', '=', threadId)
    .where('post.deleted_at', 'is', null)
    .where('post.held_at', 'is', null)
    .select(['post.id', 'reply.place']);
  const found =
    (await below
      .where('post.id', '>', seen?.seenId ?? '0')
      .orderBy('post.id')
      .limit(1)
      .executeTakeFirst()) ?? (await below.orderBy('post.id', 'desc').limit(1).executeTakeFirst());
  return found && { page: pageOfPlace(found.place), postId: found.id };
}
