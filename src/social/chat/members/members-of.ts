import type { App } from '../../../platform/app.ts';

/** Returns the account ids of all members of a conversation. */
export async function membersOf({ db }: Pick<App, 'db'>, conversationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('social.conversation_member')
    .where('conversation_id', '=', conversationId)
    .orderBy('joined_at')
    .orderBy('account_id')
    .select('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}
