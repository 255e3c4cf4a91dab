import { sql } from 'kysely';
import { Type } from 'typebox';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { addJob, jobKind } from '../../../platform/jobs/jobs.ts';

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

/** SQL condition that the message `id` mentions the row's member with @. */
const isNamedIn = (id: string) => sql<boolean>`exists (select from social.message_mention as named
  where named.message_id = ${id} and named.account_id = conversation_member.account_id)`;

/**
 * Claims the members to push a message to, each once: those who have not read it, have accepted the
 * conversation and have not muted it.
 */
export async function claimPushes(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<{ accountId: string; isMentioned: boolean }[]> {
  return db
    .updateTable('social.conversation_member')
    .set({ pushed_to: id })
    .where('conversation_id', '=', conversationId)
    .where('seen_to', '<', id)
    .where('pushed_to', '<', id)
    .where('requested_at', 'is', null)
    .where((eb) => eb.or([eb('muted_until', 'is', null), eb('muted_until', '<=', clock.now())]))
    .where(
      sql<boolean>`exists (select from social.push_subscription as browser
        where browser.account_id = conversation_member.account_id)`,
    )
    .returning(['account_id as accountId', isNamedIn(id).as('isMentioned')])
    .execute();
}

/** Returns the tag by which browsers replace or close the notification of a conversation. */
export const conversationTag = (conversationId: string) => `conversation-${conversationId}`;
