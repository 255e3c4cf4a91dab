import { type RawBuilder, sql } from 'kysely';
import { livePeople } from '../../../identity/account/people.ts';
import { invalid, msg } from '../../../kernel/problem.ts';
import { parseDay } from '../../../kernel/time.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { compileOnce, whenGiven } from '../../../platform/database/queries.ts';
import { blockedBetween } from '../../people/person.ts';
import { type PageOfPeople, toPeople } from '../../people/lists.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import { isBetween, isShownTo, memberships, requireMember } from '../conversations/conversation.ts';
import type { MessageTable } from '../conversations/conversation.ts';
import { getMemberRows, type MemberRow, memberRows } from '../delivery/receipts.ts';
import { messageColumns, toMessages } from './message-rows.ts';
import { type Message, requireReadable } from './message.ts';

const messagesOnPage = 20;
/** Greater than every id. */
const maxId = '9223372036854775807';

/** A page of messages, oldest first. */
interface PageOfMessages {
  items: Message[];
  /** The other members of the conversation, if requested. */
  members: MemberRow[];
  /** Whether there are more messages in the direction of reading: older ones, or newer ones with `after`. */
  hasMore: boolean;
}

/**
 * Selects the page: the newest, a page number counted from 0, messages before a message, or messages after
 * one.
 */
export interface MessageListPart {
  page?: number;
  before?: string | undefined;
  after?: string | undefined;
  max?: number;
  withMembers?: boolean;
}

export async function listMessages(
  app: Pick<App, 'db' | 'files' | 'config' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  conversationId: string,
  { page = 0, before, after, max = messagesOnPage, withMembers = false }: MessageListPart = {},
): Promise<PageOfMessages> {
  const isForward = after !== undefined;
  const place = { viewer: viewer.id, conversationId, above: after ?? '0', below: before ?? maxId };
  const wanted = (page + 1) * max + 1;
  for (let depth = 2 ** Math.ceil(Math.log2(wanted)); ; depth *= 4) {
    const shape = { isForward, depth, max, members: withMembers ? app.config.CHAT_GROUP_MEMBERS : 0 };
    const rows =
      page === 0
        ? await selectPage(app.db, place, shape)
        : await buildPage(app.db, place, shape)
            .offset(page * max)
            .execute();
    // Some of the scanned messages may be hidden from the viewer.
    const [first] = rows;
    const isEnough =
      rows.length > max || (first?.depth ?? (await countUpTo(app.db, place, { isForward, depth }))) < depth;
    if (!isEnough) continue;
    if (!first) await requireMember(app, viewer, conversationId);
    const items = await toMessages(app, viewer, rows.slice(0, max));
    return {
      items: isForward ? items : items.reverse(),
      members: withMembers ? await membersIn(app, viewer, conversationId, rows) : [],
      hasMore: rows.length > max,
    };
  }
}

/** SQL for the members, only in the first row. A page beyond the first does not have it. */
const membersOnce = (viewer: Pick<Viewer, 'id'>, max: number) =>
  sql<
    MemberRow[] | null
  >`case when row_number() over () = 1 then coalesce(${memberRows(viewer, max)}, '[]') end`;

async function membersIn(
  app: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  conversationId: string,
  rows: readonly { members?: MemberRow[] | null | undefined }[],
): Promise<MemberRow[]> {
  const found = rows.find(({ members }) => members !== null && members !== undefined);
  return found?.members ?? getMemberRows(app, viewer, conversationId);
}

/** The membership and id range to read. */
interface Place {
  viewer: string;
  conversationId: string;
  above: string;
  below: string;
}

interface SearchDepth {
  isForward: boolean;
  depth: number;
}

/**
 * SQL for the messages next to a place in a conversation of `mine`. Comparing rows makes PostgreSQL follow
 * the index instead of sorting a long conversation.
 */
function messagesNear({ above, below }: Place, { isForward, depth }: SearchDepth) {
  const order = sql.raw(isForward ? 'asc' : 'desc');
  return sql<MessageTable & { depth: number }>`(
    select near.*, count(*) over ()::integer as depth from (select * from social.message as each
    where (each.conversation_id, each.id) > (mine.conversation_id, greatest(mine.cleared_to, ${above}::bigint))
      and (each.conversation_id, each.id) < (mine.conversation_id, ${below}::bigint)
    order by each.conversation_id ${order}, each.id ${order} limit ${sql.lit(depth)}) as near)`.as<'message'>(
    sql.ref('message'),
  );
}

/** `members`: how many members to load too. 0: none. */
function buildPage(db: App['db'], place: Place, shape: SearchDepth & { max: number; members: number }) {
  const { viewer, conversationId } = place;
  return memberships(db, viewer)
    .where('mine.conversation_id', '=', conversationId)
    .innerJoinLateral(messagesNear(place, shape), (join) => join.onTrue())
    .where(isShownTo(viewer))
    .orderBy('message.id', shape.isForward ? 'asc' : 'desc')
    .select(messageColumns(viewer))
    .select('message.depth')
    .$if(shape.members > 0, (query) => query.select(membersOnce({ id: viewer }, shape.members).as('members')))
    .limit(sql.lit(shape.max + 1));
}

const selectPage = compileOnce(buildPage);

/** Counts the scanned messages. */
async function countUpTo(db: App['db'], place: Place, depth: SearchDepth): Promise<number> {
  const { count } = await memberships(db, place.viewer)
    .where('mine.conversation_id', '=', place.conversationId)
    .innerJoinLateral(messagesNear(place, depth), (join) => join.onTrue())
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Parses a day such as 2026-11-22 and returns its start. */
export function toDay(date: string): Date {
  const day = parseDay(date);
  if (!day) throw invalid('date', msg('Choose a date'));
  return day;
}

/**
 * Returns the first message of a conversation at or after a time. Undefined: there is none. Ids and times
 * have the same order, so a binary search finds it with at most one index lookup per bit of an id.
 */
export async function findByDate(
  app: App,
  viewer: Viewer,
  conversationId: string,
  from: Date,
): Promise<string | undefined> {
  const { clearedTo, lastMessageId } = await requireMember(app, viewer, conversationId);
  const next = (from: RawBuilder<unknown>) => sql`from social.message as message
    where ${isBetween(sql`${conversationId}::bigint`, from, sql`${lastMessageId}::bigint`)}
    order by message.conversation_id, message.id limit 1`;
  const { rows } = await sql<{ id: string }>`
    with recursive halves as (
      select ${clearedTo}::bigint as low, ${lastMessageId}::bigint as high
      union all
      select case when probe.created_at < ${from} then probe.id else halves.low end,
        case when probe.created_at < ${from} then halves.high else (halves.low + halves.high) / 2 end
      from halves cross join lateral (
        select message.id, message.created_at ${next(sql`(halves.low + halves.high) / 2`)}) as probe
      where halves.low < halves.high)
    select probe.id from (select max(low) as low from halves) as found
    cross join lateral (select message.id, message.created_at ${next(sql.ref('found.low'))}) as probe
    where probe.created_at >= ${from}`.execute(app.db);
  return rows[0]?.id;
}

/** Returns the people who reacted to a message with their reactions, latest first. */
export async function listMessageReactors(
  app: App,
  viewer: Viewer,
  messageId: string,
  { kind, page = 0 }: { kind?: ReactionKind | undefined; page?: number } = {},
): Promise<PageOfPeople & { kinds: Map<string, ReactionKind> }> {
  await requireReadable(app, viewer, messageId);
  const query = app.db
    .selectFrom('social.message_reaction as reaction')
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'reaction.account_id'))
    .where('reaction.message_id', '=', messageId)
    .where((eb) => eb.not(blockedBetween('person.id', viewer.id)))
    .$call(whenGiven(kind, (reactions, kind) => reactions.where('reaction.kind', '=', kind)))
    .orderBy('reaction.created_at', 'desc')
    .orderBy('person.id')
    .select('person.id');
  const people = await toPeople(app, viewer, query, page);
  const kinds = await app.db
    .selectFrom('social.message_reaction')
    .where('message_id', '=', messageId)
    .where('account_id', '=', sql<string>`any(${people.items.map(({ id }) => id)}::bigint[])`)
    .select(['account_id', 'kind'])
    .execute();
  return { ...people, kinds: new Map(kinds.map((row) => [row.account_id, row.kind as ReactionKind])) };
}
