import type { App } from '../../platform/app.ts';
import { tellSubscribers } from './tell-subscribers.ts';

/** Tells who follows its question, its asker among them, once an answer is there for all. Quiet about other posts. */
export async function notifyAnswer(app: App, id: string): Promise<void> {
  const answer = await app.db
    .selectFrom('social.post')
    .where('id', '=', id)
    .where('kind', '=', 'answer')
    .select(['author_id', 'parent_id'])
    .executeTakeFirst();
  if (!answer?.parent_id) return;
  await tellSubscribers(app, { kind: 'answer', postId: answer.parent_id, saidId: id, by: answer.author_id });
}
