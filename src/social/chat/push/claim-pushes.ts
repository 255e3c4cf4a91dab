import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';

/** Who is to be told of a message, each once: those who have not read it, have not muted the conversation, and accepted it. */
export async function claimPushes(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<string[]> {
  const rows = await db
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
    .returning('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}
