import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';

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
