import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { SocialMessage } from '../../../platform/database/rows.gen.ts';
import type { App } from '../../../platform/app.ts';
import { blockedBetween, type AccountId } from '../../people/between.ts';

/**
 * Selects an account's conversations as `mine` and `conversation`. Excludes those between two people with a
 * block. Every query for conversations or messages starts here.
 */
export const memberships = (db: App['db'], accountId: AccountId) =>
  db
    .selectFrom('social.conversation_member as mine')
    .innerJoin('social.conversation as conversation', 'conversation.id', 'mine.conversation_id')
    .where('mine.account_id', '=', accountId)
    .where(
      sql<SqlBool>`(conversation.is_group or not exists (select from social.block where
        (blocker_id = conversation.first_id and blocked_id = conversation.second_id)
        or (blocker_id = conversation.second_id and blocked_id = conversation.first_id)))`,
    );

export type MessageTable = Selectable<SocialMessage>;

/**
 * SQL condition that a row of `message` is in the conversation, above one id and up to another. Comparing
 * rows makes the query follow the index, whatever the length of the conversation.
 */
export const isBetween = (
  conversation: RawBuilder<unknown>,
  above: RawBuilder<unknown>,
  upTo: RawBuilder<unknown>,
): RawBuilder<SqlBool> => sql`((message.conversation_id, message.id) > (${conversation}, ${above})
  and (message.conversation_id, message.id) <= (${conversation}, ${upTo}))`;

/** Descending order of that index. */
export const newestFirst = sql`message.conversation_id desc, message.id desc`;

const ownMembership = sql.ref('mine.conversation_id');

/** SQL condition that the member `mine` has not read a row of `message`. */
export const isUnread = isBetween(
  ownMembership,
  sql`greatest(mine.seen_to, mine.cleared_to)`,
  sql.ref('mine.last_message_id'),
);

/**
 * SQL condition that a row of `message` is in the conversation of the member `mine`, since they joined or
 * deleted it.
 */
export const isInMine = isBetween(ownMembership, sql.ref('mine.cleared_to'), sql.ref('mine.last_message_id'));

/**
 * Selects those of the given messages that an account may read, as `message`. `offset 0` makes PostgreSQL
 * look them up first, so that the number of the account's conversations does not matter.
 */
export const visibleMessages = (db: App['db'], accountId: string, ids: readonly string[]) =>
  memberships(db, accountId)
    .innerJoin(
      sql<MessageTable>`(select * from social.message as named where named.id = any(${ids}::bigint[]) offset 0)`.as<'message'>(
        sql.ref('message'),
      ),
      'message.conversation_id',
      'conversation.id',
    )
    .whereRef('message.id', '>', 'mine.cleared_to')
    .where(isShownTo(accountId));

/**
 * SQL condition that a row of `message` is not hidden by the reader, and neither by nor about a person with
 * whom the reader has a block.
 */
export const isShownTo = (accountId: AccountId) => sql<SqlBool>`(not exists (
    select from social.message_hidden as hidden where hidden.message_id = message.id and hidden.account_id = ${accountId} offset 0)
  and not ${blockedBetween('message.author_id', accountId)}
  and (message.about_id is null or not ${blockedBetween('message.about_id', accountId)}))`;

/**
 * SQL condition that a row of `message` counts as unread: messages of others, missed calls, and events that
 * start a conversation.
 */
export const countsAsUnread = (accountId: AccountId) => sql<SqlBool>`(
  message.author_id is distinct from ${accountId}::bigint and message.deleted_at is null
  and (message.event is null or message.event in ('created', 'added') or ${isMissedCall(accountId)}))`;

/** SQL condition that a row of `message` is about a call that the account missed. */
const isMissedCall = (accountId: AccountId) => sql`(message.event = 'call' and exists (
  select from social.call join social.call_member as part on part.call_id = call.id
  where call.message_id = message.id and part.account_id = ${accountId} and part.state in ('missed', 'busy') offset 0))`;
