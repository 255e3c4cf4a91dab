import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { missing, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import type { SocialMessage } from '../../../platform/database/rows.gen.ts';
import { type AccountId, blockedBetween } from '../../people/person.ts';
import type { Profile } from '../../people/profile.ts';
import type { Message } from '../messages/message.ts';

export interface ChatMember {
  profile: Profile;
  isOwner: boolean;
  /** Id of the last message they have read, if both they and the viewer share receipts. */
  seenTo: string | null;
  /** Time until which messages have been delivered to them, if both share receipts and presence. */
  reachedAt: Date | null;
  isTyping: boolean;
  isOnline: boolean;
}

/** A conversation as shown to one of its members. */
export interface Conversation {
  id: string;
  isGroup: boolean;
  /** The group of people whose chat it is. Its members, title and picture follow that group. */
  groupId: string | null;
  /** The group's own name. Empty: none. */
  title: string;
  /** The display name for the viewer. */
  name: string;
  /** URL of the group's picture. */
  picture: string | null;
  /** The other members, as far as they were loaded. Excludes deleted accounts. */
  members: ChatMember[];
  /** Number of members, including the viewer. */
  memberCount: number;
  isOwner: boolean;
  /** Counted up to 100. */
  unread: number;
  /** Whether an unread message mentions the viewer. */
  isMentioned: boolean;
  /** The newest message that the viewer may read. */
  last: Message | null;
  seenTo: string;
  /** Whether the viewer has read up to the newest message, even if that one is hidden. */
  isSeen: boolean;
  isRequest: boolean;
  isMuted: boolean;
  isPinned: boolean;
  isArchived: boolean;
  draft: string;
}

/** SQL: the group of people whose chat `conversation` is. */
export const groupOf = sql<string | null>`(select home.id::text from social.people_group as home
  where home.chat_id = conversation.id)`;

export const formerMember = () => t('Former member');
const maxNamed = 4;

/** Returns the display name of a conversation for a member: its title, or the names of the others. */
export function conversationName(
  { is_group, title }: { is_group: boolean; title: string },
  members: readonly ChatMember[],
): string {
  if (title !== '') return title;
  const [first, ...others] = members;
  if (!first) return is_group ? t('Group') : formerMember();
  if (others.length === 0) return first.profile.name;
  const named = members.slice(0, maxNamed).map(({ profile }) => profile.firstName);
  return members.length > maxNamed ? `${named.join(', ')} …` : named.join(', ');
}

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

/** SQL condition that an unread message in the conversation of `mine` mentions the member. */
export const isMentioned = sql<SqlBool>`exists (select from social.message_mention as named
  where named.account_id = mine.account_id and named.conversation_id = mine.conversation_id
    and named.message_id > greatest(mine.seen_to, mine.cleared_to))`;

/** A conversation as seen by one of its members. */
interface Membership {
  conversationId: string;
  isGroup: boolean;
  /** Whether it is the chat of a group of people. */
  isAttached: boolean;
  /** The other person in a conversation of two. Null: their account was erased. */
  otherId: string | null;
  title: string;
  isOwner: boolean;
  isRequest: boolean;
  lastMessageId: string;
  clearedTo: string;
  seenTo: string;
}

/** Throws the same `Problem` if the viewer is not a member or the conversation does not exist. */
export async function requireMember(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  conversationId: string,
): Promise<Membership> {
  const row = await memberships(db, viewer.id)
    .where('conversation.id', '=', conversationId)
    .select([...columns, groupOf.as('group_id')])
    .executeTakeFirst();
  if (!row) throw missing(msg('Conversation'));
  return toMembership(viewer, row);
}

/**
 * Locks the conversation for the transaction, so that message ids are in chronological order. Throws if the
 * viewer is not a member.
 */
export async function lockConversation(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  conversationId: string,
): Promise<Membership> {
  await db
    .selectFrom('social.conversation')
    .where('id', '=', conversationId)
    .forUpdate()
    .select('id')
    .executeTakeFirst();
  return requireMember({ db }, viewer, conversationId);
}

const columns = [
  'conversation.id',
  'conversation.is_group',
  'conversation.first_id',
  'conversation.second_id',
  'conversation.title',
  'mine.is_owner',
  'mine.requested_at',
  'mine.last_message_id',
  'mine.cleared_to',
  'mine.seen_to',
] as const;

interface Row {
  id: string;
  is_group: boolean;
  group_id: string | null;
  first_id: string | null;
  second_id: string | null;
  title: string;
  is_owner: boolean;
  requested_at: Date | null;
  last_message_id: string;
  cleared_to: string;
  seen_to: string;
}

const toMembership = (viewer: Pick<Viewer, 'id'>, row: Row): Membership => ({
  conversationId: row.id,
  isGroup: row.is_group,
  isAttached: row.group_id !== null,
  otherId: row.first_id === viewer.id ? row.second_id : row.first_id,
  title: row.title,
  isOwner: row.is_owner,
  isRequest: row.requested_at !== null,
  lastMessageId: row.last_message_id,
  clearedTo: row.cleared_to,
  seenTo: row.seen_to,
});
