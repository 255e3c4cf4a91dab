import { sql } from 'kysely';
import { idOrNone } from '../../../kernel/input.ts';
import { invalid, missing, msg } from '../../../kernel/problem.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { compileOnce } from '../../../platform/database/queries.ts';
import { getProfile, getProfiles, type Profile } from '../../people/profile.ts';
import { isPending, type MemberRow, memberRows, onlineFor, toSignals } from '../delivery/receipts.ts';
import { messageColumns, type MessageRow, toMessages } from '../messages/message-rows.ts';
import {
  countsAsUnread,
  groupOf,
  isInMine,
  isMentioned,
  isShownTo,
  isUnread,
  memberships,
  conversationName,
  newestFirst,
} from './conversation.ts';
import type { Conversation, ChatMember, MessageTable } from './conversation.ts';

/** Returns one of the viewer's conversations. Throws a `Problem` if they are not a member. */
export async function getConversation(app: App, viewer: Viewer, id: string): Promise<Conversation> {
  const [conversation] = await getConversations(app, viewer, [id], app.config.CHAT_GROUP_MEMBERS);
  if (!conversation) throw missing(msg('Conversation'));
  return conversation;
}

/**
 * Returns the viewer's conversation with one other person. Undefined: there is none, or the viewer has
 * deleted it.
 */
export async function findConversationWith(
  app: App,
  viewer: Viewer,
  personId: string,
): Promise<Conversation | undefined> {
  await getProfile(app, viewer, { id: personId });
  const row = await memberships(app.db, viewer.id)
    .where('conversation.is_group', '=', false)
    .where((eb) =>
      eb.or([
        eb.and([eb('first_id', '=', viewer.id), eb('second_id', '=', personId)]),
        eb.and([eb('first_id', '=', personId), eb('second_id', '=', viewer.id)]),
      ]),
    )
    .whereRef('mine.last_message_id', '>', 'mine.cleared_to')
    .select('conversation.id')
    .executeTakeFirst();
  return row && getConversation(app, viewer, row.id);
}

/** Returns the conversation of a query: by its id, or else with a person, with whom there may be none. */
export async function findNamedConversation(
  app: App,
  viewer: Viewer,
  named: { conversation_id?: string; user_id?: string },
): Promise<Conversation | undefined> {
  const [id, personId] = [idOrNone(named.conversation_id), idOrNone(named.user_id)];
  if (id !== undefined) return getConversation(app, viewer, id);
  if (personId === undefined) throw invalid('conversation_id', msg('Send conversation_id or user_id'));
  return findConversationWith(app, viewer, personId);
}

/** Unread messages are counted up to this number. */
const maxUnread = 100;

/** Returns these conversations of the viewer in the given order, with up to `mostMembers` members each. */
export async function getConversations(
  app: App,
  viewer: Viewer,
  ids: readonly string[],
  maxMembers: number,
): Promise<Conversation[]> {
  if (ids.length === 0) return [];
  const rows = await selectByIds(app.db, { viewerId: viewer.id, ids }, { maxMembers });
  const found = await toConversations(app, viewer, rows);
  return ids.flatMap((id) => found.find((each) => each.id === id) ?? []);
}

/** SQL for the newest message of `mine` that the account may read. */
const newestMessage = (accountId: string) =>
  sql<MessageTable>`(select * from social.message as message where ${isInMine} and ${isShownTo(accountId)}
    order by ${newestFirst} limit 1)`.as<'message'>(sql.ref('message'));

/**
 * Selects the viewer's conversations with the data for lists: their newest message and up to `mostMembers` of
 * the others.
 */
export const selectConversations = (
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  maxMembers: number,
) =>
  memberships(db, viewer.id)
    .leftJoinLateral(newestMessage(viewer.id), (join) => join.onTrue())
    .select(messageColumns(viewer.id))
    .select([
      'conversation.id as place',
      'conversation.is_group',
      'conversation.title',
      'conversation.picture_path',
      'mine.is_owner',
      'mine.seen_to',
      'mine.last_message_id',
      'mine.requested_at',
      'mine.muted_until',
      'mine.pinned_at',
      'mine.archived_at',
      'mine.draft',
      memberRows(viewer, maxMembers).as('members'),
      sql<number>`(select count(*)::integer from (
        select from social.message as message where ${isUnread}
          and ${countsAsUnread(viewer.id)} and ${isShownTo(viewer.id)} limit ${sql.lit(maxUnread)}) as unread)`.as(
        'unread',
      ),
      isMentioned.as('is_mentioned'),
      groupOf.as('group_id'),
      sql<number>`(select count(*)::integer from social.conversation_member as counted
        where counted.conversation_id = conversation.id)`.as('member_count'),
    ]);

interface ByIds {
  viewerId: string;
  ids: readonly string[];
}

const selectByIds = compileOnce((db, { viewerId, ids }: ByIds, { maxMembers }: { maxMembers: number }) =>
  selectConversations({ db }, { id: viewerId }, maxMembers).where(
    'conversation.id',
    '=',
    sql<string>`any(${ids}::bigint[])`,
  ),
);

type Row = Awaited<ReturnType<typeof selectByIds>>[number];

const hasMessage = (row: Row): row is Row & MessageRow => row.id !== null;

/** Converts rows to conversations with the profiles of their members. */
export async function toConversations(
  app: App,
  viewer: Viewer,
  rows: readonly Row[],
): Promise<Conversation[]> {
  if (rows.length === 0) return [];
  const ids = new Set(rows.flatMap(({ members }) => (members ?? []).map(({ account_id }) => account_id)));
  const profiles = new Map((await getProfiles(app, viewer, [...ids])).map((each) => [each.id, each]));
  const lasts = await toMessages(app, viewer, rows.filter(hasMessage));
  const now = app.clock.now();
  return rows.map((row): Conversation => {
    const theirs = toMembers(app, profiles, row.members ?? []);
    return {
      id: row.place,
      isGroup: row.is_group,
      groupId: row.group_id,
      title: row.title,
      name: conversationName(row, theirs),
      picture: row.picture_path === null ? null : app.files.address(row.picture_path),
      members: theirs,
      memberCount: row.member_count,
      isOwner: row.is_owner,
      unread: row.unread,
      isMentioned: Boolean(row.is_mentioned),
      last: lasts.find(({ id }) => id === row.id) ?? null,
      seenTo: row.seen_to,
      isSeen: BigInt(row.seen_to) >= BigInt(row.last_message_id),
      isRequest: row.requested_at !== null,
      isMuted: row.muted_until !== null && row.muted_until > now,
      isPinned: row.pinned_at !== null,
      isArchived: row.archived_at !== null,
      draft: row.draft,
    };
  });
}

function toMembers(
  app: App,
  profiles: ReadonlyMap<string, Profile>,
  rows: readonly MemberRow[],
): ChatMember[] {
  const now = app.clock.now().getTime();
  return rows.flatMap((row) => {
    const found = profiles.get(row.account_id);
    if (!found) return [];
    const profile = isPending(row) ? { ...found, lastSeenAt: null } : found;
    const isOnline = now - (profile.lastSeenAt?.getTime() ?? -Infinity) < onlineFor;
    return { profile, isOwner: row.is_owner, isOnline, ...toSignals(app, row) };
  });
}
