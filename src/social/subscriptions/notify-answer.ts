import type { App } from '../../platform/app.ts';
import { notifySubscribers } from './notify-subscribers.ts';

/** Notifies the followers of a question, including the asker, of a visible answer. No-op for other posts. */
export const notifyAnswer = (app: App, id: string): Promise<void> => notifyOf(app, id, 'answer');

/** Notifies the followers of a thread of a visible reply. No-op for other posts. */
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
