import type { App } from '../../platform/app.ts';
import { notifySubscribers } from './notify-subscribers.ts';

/** Tells who follows its question, its asker among them, once an answer is there for all. Quiet about other posts. */
export const notifyAnswer = (app: App, id: string): Promise<void> => notifyOf(app, id, 'answer');

/** Tells those who follow its thread of a reply that moderation approved. Of other posts there is nothing to tell. */
export const notifyReply = (app: App, id: string): Promise<void> => notifyOf(app, id, 'reply');

async function notifyOf(app: App, id: string, kind: 'answer' | 'reply'): Promise<void> {
  const said = await app.db
    .selectFrom('social.post')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .select(['author_id', 'parent_id'])
    .executeTakeFirst();
  if (!said?.parent_id) return;
  await notifySubscribers(app, {
    kind: kind === 'answer' ? 'answer' : 'thread',
    postId: said.parent_id,
    replyId: id,
    by: said.author_id,
  });
}
