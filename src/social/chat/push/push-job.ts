import { Type } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { addJob, jobKind } from '../../../platform/jobs.ts';
import { seconds } from '../../../kernel/time.ts';

const Message = { id: Type.String(), conversationId: Type.String() };

/** Queues a push for each reader. */
export const pushChatMessage = jobKind('social.push-message', Type.Object(Message));
/** Pushes a message to the browsers of one reader. */
export const pushToReader = jobKind(
  'social.push-message-to',
  Type.Object({ ...Message, accountId: Type.String(), isMentioned: Type.Boolean() }),
);
/** Closes the notification of a conversation that was read elsewhere. */
export const closePush = jobKind(
  'social.close-push',
  Type.Object({ accountId: Type.String(), conversationId: Type.String() }),
);

/**
 * Delay before a message is pushed. Members who read it on an open page in the meantime get no notification.
 */
const pause = seconds(3);

/** Queues push notifications for members who are away, after a delay. */
export const pushMessage = (
  app: Pick<App, 'db' | 'clock'>,
  message: { id: string; conversationId: string },
): Promise<void> =>
  addJob(app, pushChatMessage, message, {
    runAt: new Date(app.clock.now().getTime() + pause),
  });

/** Queues closing the notification of a conversation that was read, if it was shown. */
export async function closePushed(app: App, accountId: string, conversationId: string): Promise<void> {
  const shown = await app.db
    .updateTable('social.conversation_member')
    .set({ pushed_to: '0' })
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', accountId)
    .where('pushed_to', '>', '0')
    .whereRef('pushed_to', '<=', 'seen_to')
    .returning('account_id')
    .executeTakeFirst();
  if (shown) await addJob(app, closePush, { accountId, conversationId });
}
