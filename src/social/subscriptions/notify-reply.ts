import type { App } from '../../platform/app.ts';
import { tellSubscribers } from './tell-subscribers.ts';

/** Tells those who follow its thread of a reply that moderation let through. Of other posts there is nothing to tell. */
export async function notifyReply(app: App, id: string): Promise<void> {
  const reply = await app.db
    .selectFrom('social.post')
    .where('id', '=', id)
    .where('kind', '=', 'reply')
    .select(['parent_id', 'author_id'])
    .executeTakeFirst();
  if (!reply?.parent_id) return;
  await tellSubscribers(app, { kind: 'thread', postId: reply.parent_id, saidId: id, by: reply.author_id });
}
