import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { blockedBetween } from '../../people/between.ts';
import { namesIn } from '../../../kernel/typed-text/tokens.ts';
import { tokensIn } from '../../text/tokens-in.ts';

/** Replaces the stored mentions of a message with the group members that it mentions with @. */
export async function saveMentions(
  { db }: App,
  {
    id,
    conversationId,
    authorId,
    text,
  }: { id: string; conversationId: string; authorId: string; text: string },
): Promise<void> {
  await db.deleteFrom('social.message_mention').where('message_id', '=', id).execute();
  const names = namesIn(tokensIn(text));
  if (names.length === 0) return;
  await sql`insert into social.message_mention (message_id, account_id, conversation_id)
    select ${id}::bigint, account.id, member.conversation_id
    from social.conversation_member as member
    join social.conversation as conversation on conversation.id = member.conversation_id and conversation.is_group
    join identity.account as account on account.id = member.account_id
    where member.conversation_id = ${conversationId}::bigint and member.account_id <> ${authorId}::bigint
      and not ${blockedBetween('member.account_id', authorId)}
      and lower(account.username) = any(${names}::text[])`.execute(db);
}
