import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { compileOnce } from '../../../platform/database/statements/compile-once.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { memberRows, getMemberRows, type MemberRow } from '../conversations/member-rows.ts';
import { isShownTo, memberships, type MessageTable } from '../conversations/memberships.ts';
import { requireMember } from '../conversations/require-member.ts';
import { messageColumns } from './message-columns.ts';
import type { Message } from './message.ts';
import { toMessages } from './get-messages.ts';

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
export interface Part {
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
  { page = 0, before, after, max = messagesOnPage, withMembers = false }: Part = {},
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
