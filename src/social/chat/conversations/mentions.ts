import { sql, type SqlBool } from 'kysely';

/** SQL condition that an unread message in the conversation of `mine` mentions the member. */
export const isMentioned = sql<SqlBool>`exists (select from social.message_mention as named
  where named.account_id = mine.account_id and named.conversation_id = mine.conversation_id
    and named.message_id > greatest(mine.seen_to, mine.cleared_to))`;
