import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/people.ts';
import { type MessageAudience, toPrivacy } from '../../../identity/account/privacy.ts';
import { invalid, missing, Problem, msg } from '../../../kernel/problem.ts';
import { days } from '../../../kernel/time.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { nameMatches } from '../../../platform/database/queries.ts';
import { enforce } from '../../../platform/limits.ts';
import {
  blockedBetween,
  followerOf,
  friendsBetween,
  friendsOf,
  idIn,
  notBlocked,
  type Person,
  toPerson,
} from '../../people/person.ts';
import { type PageOfPeople, toPeople } from '../../people/lists.ts';
import { isShownTo, memberships } from '../conversations/conversation.ts';

/** A person whom the viewer may write to, and whether the message is a request. */
export interface Recipient {
  id: string;
  isRequest: boolean;
}

/**
 * Returns whether the viewer may write to each of these people, in order. Throws the same `Problem` for a
 * person who does not exist or with whom there is a block, and another one for a person who does not accept
 * messages from the viewer.
 */
export async function getRecipients(
  { db }: Pick<App, 'db'>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Recipient[]> {
  const rows = await db
    .selectFrom(livePeople('person'))
    .innerJoin('identity.account as account', 'account.id', 'person.id')
    .where('person.id', '=', sql<string>`any(${ids}::bigint[])`)
    .where('person.is_former', '=', false)
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .select([
      'person.id',
      'person.first_name',
      'account.privacy',
      friendsBetween('person.id', viewer.id).as('isFriend'),
      followerOf('person.id', viewer.id).as('isFollowed'),
      sql<boolean>`exists (select from (${friendsOf(sql`${viewer.id}::bigint`)}) as mine
        where mine.id in (${friendsOf(sql.ref('person.id'))}))`.as('isFriendOfFriend'),
      sql<boolean>`exists (
        select from social.conversation as pair
        join social.conversation_member as theirs on theirs.conversation_id = pair.id and theirs.account_id = person.id
        where not pair.is_group and pair.first_id = least(person.id, ${viewer.id}::bigint)
          and pair.second_id = greatest(person.id, ${viewer.id}::bigint)
          and theirs.requested_at is null)`.as('isAccepted'),
    ])
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (!row) throw missing(msg('Person'));
    const writing = decideMessagePermission({ ...row, audience: toPrivacy(row.privacy).messages });
    if (writing === 'refuse')
      throw new Problem(
        'forbidden',
        msg('{first_name} does not accept messages from you', { first_name: row.first_name }),
        {
          field: 'recipients',
        },
      );
    return { id, isRequest: writing === 'request' };
  });
}

/** The relationship of a writer to the recipient. */
interface Standing {
  /** Who may write to the recipient. */
  audience: MessageAudience;
  isFriend: boolean;
  isFriendOfFriend: boolean;
  /** Whether the recipient follows the writer. */
  isFollowed: boolean;
  /** Whether both have accepted a conversation with each other. */
  isAccepted: boolean;
}

/** `request`: the conversation is listed separately until it is accepted, and the writer gets no receipts. */
function decideMessagePermission(standing: Standing): 'allow' | 'request' | 'refuse' {
  const { audience, isFriend, isFriendOfFriend, isFollowed, isAccepted } = standing;
  if (isAccepted) return 'allow';
  const isWelcome = {
    everybody: true,
    'friends-of-friends': isFriend || isFriendOfFriend,
    friends: isFriend,
    nobody: false,
  }[audience];
  if (!isWelcome) return 'refuse';
  return isFriend || isFollowed ? 'allow' : 'request';
}

/**
 * Counts the strangers to whom an account writes or whom it adds to a group, and enforces the daily limit.
 */
export async function countStrangers(app: App, viewer: Viewer, ids: readonly string[]): Promise<void> {
  const others = [...new Set(ids)].filter((id) => id !== viewer.id);
  if (others.length === 0) return;
  refuseCrowd(app, others.length + 1);
  const people = await getRecipients(app, viewer, others);
  const rule = {
    name: 'chat:strangers',
    calls: app.config.CHAT_STRANGER_LIMIT,
    within: days(1),
    durable: true,
  };
  for (const { isRequest } of people) if (isRequest) enforce(await app.limits.consume(rule, viewer.id));
}

/** Whether a conversation has a member who has not accepted it yet and does not know the viewer. */
export async function hasStrangers(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  conversationId: string,
): Promise<boolean> {
  const stranger = await db
    .selectFrom('social.conversation_member as other')
    .where('other.conversation_id', '=', conversationId)
    .where('other.account_id', '<>', viewer.id)
    .where('other.requested_at', 'is not', null)
    .where((eb) => eb.not(friendsBetween('other.account_id', viewer.id)))
    .where((eb) => eb.not(followerOf('other.account_id', viewer.id)))
    .limit(1)
    .select('other.account_id')
    .executeTakeFirst();
  return stranger !== undefined;
}

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

/** Returns profiles by account id. Deleted accounts are omitted. */
export async function getPeople(
  app: Pick<App, 'db' | 'files'>,
  ids: readonly (string | null)[],
): Promise<Map<string, Person>> {
  const named = [...new Set(ids.filter((id) => id !== null))];
  if (named.length === 0) return new Map();
  const rows = await app.db
    .selectFrom(livePeople('person'))
    .where('person.id', '=', sql<string>`any(${named}::bigint[])`)
    .where('person.is_former', '=', false)
    .select(['id', 'username', 'first_name', 'last_name', 'picture', 'picture_small', 'verified_at'])
    .execute();
  return new Map(rows.map((row) => [row.id, toPerson(app, row)]));
}

type Reader = Pick<Viewer, 'id'>;

/** Returns which of these accounts are members of a conversation. */
export async function listMembersAmong(
  { db }: Pick<App, 'db'>,
  readers: readonly Reader[],
  conversationId: string,
): Promise<string[]> {
  const rows = await among(db, readers, conversationId).execute();
  return rows.map(({ account_id }) => account_id);
}

/** Returns which of these accounts may read a message of a conversation. */
export async function listReadersAmong(
  { db }: Pick<App, 'db'>,
  readers: readonly Reader[],
  conversationId: string,
  messageId: string,
): Promise<string[]> {
  const rows = await among(db, readers, conversationId)
    .innerJoin('social.message as message', 'message.conversation_id', 'conversation.id')
    .where('message.id', '=', messageId)
    .where('message.deleted_at', 'is', null)
    .whereRef('message.id', '>', 'mine.cleared_to')
    .where(isShownTo(idIn('mine.account_id')))
    .execute();
  return rows.map(({ account_id }) => account_id);
}

const among = (db: App['db'], readers: readonly Reader[], conversationId: string) =>
  memberships(db, sql<string>`any(${readers.map(({ id }) => id)}::bigint[])`)
    .where('mine.conversation_id', '=', conversationId)
    .select('mine.account_id');

/** Maximum contacts of each kind, newest first. Others can be found by name. */
const maxOfKind = 500;

/**
 * Returns the viewer's likely contacts: friends, people they follow, and people they have exchanged messages
 * with.
 */
export async function listContacts(
  app: App,
  viewer: Viewer,
  { words = '', page = 0, skipped = [] }: { words?: string; page?: number; skipped?: string[] } = {},
): Promise<PageOfPeople> {
  const newest = (column: string) =>
    words === '' ? sql`order by ${sql.ref(column)} desc limit ${sql.lit(maxOfKind)}` : sql``;
  let query = app.db
    .selectFrom(
      sql<{ id: string }>`(
        (select recipient_id as id from social.friendship where requester_id = ${viewer.id} and accepted_at is not null ${newest('accepted_at')})
        union (select requester_id from social.friendship where recipient_id = ${viewer.id} and accepted_at is not null ${newest('accepted_at')})
        union (select followed_id from social.follow where follower_id = ${viewer.id} ${newest('created_at')})
        union (select other.account_id from social.conversation_member as mine
          join social.conversation as pair on pair.id = mine.conversation_id and not pair.is_group
          join social.conversation_member as other on other.conversation_id = mine.conversation_id
          where mine.account_id = ${viewer.id} and mine.requested_at is null and other.account_id <> ${viewer.id}
          ${newest('mine.last_message_id')})
      )`.as('contact'),
    )
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'contact.id'))
    .where('person.is_former', '=', false)
    .where(notBlocked('contact.id', viewer.id))
    .where('person.id', '<>', sql<string>`all(${skipped}::bigint[])`)
    .orderBy('person.first_name')
    .orderBy('person.id')
    .select('person.id');
  for (const condition of nameMatches(sql.ref('person.searchable'), words)) query = query.where(condition);
  return toPeople(app, viewer, query, page);
}

export function refuseCrowd({ config }: Pick<App, 'config'>, members: number): void {
  if (members > config.CHAT_GROUP_MEMBERS)
    throw invalid(
      'recipients',
      msg('A group can have at most {CHAT_GROUP_MEMBERS} members', {
        CHAT_GROUP_MEMBERS: config.CHAT_GROUP_MEMBERS,
      }),
    );
}
