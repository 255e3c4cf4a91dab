import { sql } from 'kysely';
import { getFormerMember } from '../../../identity/account/former-member.ts';
import type { App } from '../../../platform/app.ts';
import { leaveJoined } from '../calls/leave-calls.ts';
import { removeConversation } from '../conversations/remove-conversation.ts';
import { ensureOwner } from './end-membership.ts';

/**
 * Removes an erased account from chat. Its messages and their files stay for the others, as those of a former
 * member. Its groups get new owners, and conversations without members are deleted.
 */
export async function eraseFromChat(app: App, accountId: string): Promise<void> {
  const { db } = app;
  await leaveJoined(app, accountId);
  const joined = await db
    .deleteFrom('social.conversation_member')
    .where('account_id', '=', accountId)
    .returning('conversation_id')
    .execute();
  for (const { conversation_id: id } of joined)
    if (!(await ensureOwner(app, id))) await removeConversation(app, id);
  await sql`update social.upload set account_id = ${await getFormerMember(app)}
    where account_id = ${accountId} and path in (
      select file.path from social.message_file as file
      join social.message as message on message.id = file.message_id
      where message.author_id = ${accountId})`.execute(db);
}
