import { sql, type SqlBool } from 'kysely';
import { livePeople } from '../../../identity/account/people.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { compileOnce, nameMatches, type NumberedPage } from '../../../platform/database/queries.ts';
import { type AccountId, notBlocked } from '../../people/person.ts';
import { type Conversation, countsAsUnread, isShownTo, isUnread, memberships } from './conversation.ts';
import { getConversations, selectConversations, toConversations } from './reading.ts';

const conversationsOnPage = 20;
/** A single conversation includes more members. */
const membersInList = 8;

/** The inbox, message requests and archived conversations. */
export const folders = ['inbox', 'requests', 'archived'] as const;
export type Folder = (typeof folders)[number];

interface Listed {
  folder?: Folder;
  /** Starts at 0. */
  page?: number;
  /** Ids of conversations to leave out, because they were listed before. */
  served?: readonly string[];
}

/** Returns the viewer's conversations, pinned ones first, then by newest message. */
export async function listConversations(
  app: App,
  viewer: Viewer,
  listed: Listed = {},
): Promise<NumberedPage<Conversation>> {
  const { folder = 'inbox', page = 0, served = [] } = listed;
  const rows =
    page === 0 && served.length === 0
      ? await selectFirst(app.db, { id: viewer.id }, { folder })
      : await buildListed(app.db, viewer, listed).execute();
  return toPage(app, viewer, rows);
}

/** Returns the viewer's conversations with the number of message requests, usually in a single query. */
export async function listInbox(
  app: App,
  viewer: Viewer,
  listed: Listed,
): Promise<NumberedPage<Conversation> & { requests: number }> {
  const { folder = 'inbox', page = 0, served = [] } = listed;
  const rows =
    page === 0 && served.length === 0
      ? await selectFirstInbox(app.db, { id: viewer.id }, { folder })
      : await buildInbox(app.db, viewer, listed).execute();
  return {
    ...(await toPage(app, viewer, rows)),
    requests: rows[0]?.requests ?? (await countRequests(app, viewer)),
  };
}

type Row = Parameters<typeof toConversations>[2][number];

const toPage = async (
  app: App,
  viewer: Viewer,
  rows: readonly Row[],
): Promise<NumberedPage<Conversation>> => ({
  items: await toConversations(app, viewer, rows.slice(0, conversationsOnPage)),
  hasMore: rows.length > conversationsOnPage,
});

function buildListed(
  db: App['db'],
  viewer: Pick<Viewer, 'id'>,
  { folder = 'inbox', page = 0, served = [] }: Listed,
) {
  const onPage = memberships(db, viewer.id)
    .whereRef('mine.last_message_id', '>', 'mine.cleared_to')
    .where('mine.requested_at', folder === 'requests' ? 'is not' : 'is', null)
    .where('mine.archived_at', folder === 'archived' ? 'is not' : 'is', null)
    .orderBy(sql`mine.pinned_at is not null`, 'desc')
    .orderBy('mine.last_message_id', 'desc')
    .$if(served.length > 0, (query) =>
      query.where('mine.conversation_id', '<>', sql<string>`all(${served}::bigint[])`),
    )
    .$if(page > 0, (query) => query.offset(page * conversationsOnPage))
    .limit(sql.lit(conversationsOnPage + 1))
    .select('mine.conversation_id');
  return (
    selectConversations({ db }, viewer, membersInList)
      // Selects the page first, so that details are not loaded for all conversations.
      .where('mine.conversation_id', '=', sql<string>`any(array(${onPage}))`)
      .orderBy(sql`mine.pinned_at is not null`, 'desc')
      .orderBy('mine.last_message_id', 'desc')
  );
}

const selectFirst = compileOnce(buildListed);

const buildInbox = (db: App['db'], viewer: Pick<Viewer, 'id'>, listed: Listed) =>
  buildListed(db, viewer, listed).select(
    sql<number>`(select count(*)::integer from (${requests({ db }, viewer)}) as request)`.as('requests'),
  );

const selectFirstInbox = compileOnce(buildInbox);

const requests = ({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>) =>
  memberships(db, viewer.id)
    .where('mine.requested_at', 'is not', null)
    .whereRef('mine.last_message_id', '>', 'mine.cleared_to')
    .limit(sql.lit(100))
    .select('conversation.id');

/** Counts message requests up to 100. */
async function countRequests(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>): Promise<number> {
  const rows = await requests(app, viewer).execute();
  return rows.length;
}

/** Maximum conversations to compare, those with the newest messages, and maximum results. */
const [maxCompared, maxFound] = [500, 20];
/** Maximum members to load of each. Lists show the first names of a group without a title. */
const membersInMatch = 5;

/**
 * Returns conversations by the title of a group, or by the name of another member, newest first. Excludes
 * message requests.
 */
export async function findConversationsByName(
  app: App,
  viewer: Viewer,
  words: string,
): Promise<Conversation[]> {
  const inTitle = nameMatches(sql`search.name(mine.title)`, words);
  const inName = nameMatches(sql.ref('person.searchable'), words);
  if (inTitle.length === 0) return [];
  const compared = memberships(app.db, viewer.id)
    .whereRef('mine.last_message_id', '>', 'mine.cleared_to')
    .where('mine.requested_at', 'is', null)
    .orderBy('mine.last_message_id', 'desc')
    .limit(sql.lit(maxCompared))
    .select(['conversation.id', 'conversation.title', 'conversation.is_group', 'mine.last_message_id']);
  const rows = await app.db
    .selectFrom(compared.as('mine'))
    .where((eb) =>
      eb.or([
        eb.and(inTitle),
        eb.exists(
          eb
            .selectFrom('social.conversation_member as other')
            .innerJoin(livePeople('person'), 'person.id', 'other.account_id')
            .whereRef('other.conversation_id', '=', 'mine.id')
            .where('other.account_id', '<>', viewer.id)
            // A group with a title is found by it.
            .where('mine.title', '=', '')
            .where('person.is_former', '=', false)
            .where(notBlocked('person.id', viewer.id))
            .where(eb.and(inName))
            .select('other.account_id'),
        ),
      ]),
    )
    .orderBy('mine.last_message_id', 'desc')
    .limit(sql.lit(maxFound))
    .select('mine.id')
    .execute();
  return getConversations(
    app,
    viewer,
    rows.map(({ id }) => id),
    membersInMatch,
  );
}

/**
 * Selects up to `limit` conversations with unread messages. Excludes requests, muted conversations, and
 * messages before the last reset of the counter. Based on the messages themselves, so the number cannot drift.
 */
export const unreadConversations = (
  db: App['db'],
  viewer: { id: AccountId },
  { now, limit }: { now: Date; limit: number },
) =>
  memberships(db, viewer.id)
    .whereRef('mine.last_message_id', '>', 'mine.seen_to')
    .where('mine.requested_at', 'is', null)
    .where((eb) => eb.or([eb('mine.muted_until', 'is', null), eb('mine.muted_until', '<=', now)]))
    .where(
      sql<SqlBool>`exists (select from social.message as message
        where ${isUnread}
          and message.created_at > coalesce(
            (select messages_at from social.counter_reset where account_id = ${viewer.id}), '-infinity')
          and ${countsAsUnread(viewer.id)} and ${isShownTo(viewer.id)} offset 0)`,
    )
    .limit(sql.lit(limit))
    .select('conversation.id');
