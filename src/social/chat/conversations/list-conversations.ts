import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { NumberedPage } from '../../../platform/database/paging.ts';
import { compileOnce } from '../../../platform/database/statements/compile-once.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Conversation } from './conversation.ts';
import { memberships } from './memberships.ts';
import { selectConversations, toConversations } from './read-conversations.ts';

const conversationsOnPage = 20;
/** More are named where one conversation is asked for. */
const membersInList = 8;

/** The inbox; what strangers wrote; and what was put away. */
export const folders = ['inbox', 'requests', 'archived'] as const;
export type Folder = (typeof folders)[number];

interface Listed {
  folder?: Folder;
  /** Counted from 0. */
  page?: number;
}

/** The viewer's conversations, pinned ones first, then those with the newest message. */
export async function listConversations(
  app: App,
  viewer: Viewer,
  listed: Listed = {},
): Promise<NumberedPage<Conversation>> {
  const { folder = 'inbox', page = 0 } = listed;
  const rows =
    page === 0
      ? await selectFirst(app.db, { id: viewer.id }, { folder })
      : await buildListed(app.db, viewer, listed).execute();
  return toPage(app, viewer, rows);
}

/** The same, and how many people wrote who wait to be accepted: in one statement where there is any conversation. */
export async function listInbox(
  app: App,
  viewer: Viewer,
  listed: Listed,
): Promise<NumberedPage<Conversation> & { requests: number }> {
  const rows = await buildListed(app.db, viewer, listed)
    .select(sql<number>`(select count(*)::integer from (${requests(app, viewer)}) as request)`.as('requests'))
    .execute();
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

function buildListed(db: App['db'], viewer: Pick<Viewer, 'id'>, { folder = 'inbox', page = 0 }: Listed) {
  const onPage = memberships(db, viewer.id)
    .whereRef('mine.last_message_id', '>', 'mine.cleared_to')
    .where('mine.requested_at', folder === 'requests' ? 'is not' : 'is', null)
    .where('mine.archived_at', folder === 'archived' ? 'is not' : 'is', null)
    .orderBy(sql`mine.pinned_at is not null`, 'desc')
    .orderBy('mine.last_message_id', 'desc')
    .$if(page > 0, (query) => query.offset(page * conversationsOnPage))
    .limit(sql.lit(conversationsOnPage + 1))
    .select('mine.conversation_id');
  return (
    selectConversations({ db }, viewer, membersInList)
      // Found first: what is shown of each is not read for all of them.
      .where('mine.conversation_id', '=', sql<string>`any(array(${onPage}))`)
      .orderBy(sql`mine.pinned_at is not null`, 'desc')
      .orderBy('mine.last_message_id', 'desc')
  );
}

const selectFirst = compileOnce(buildListed);

const requests = ({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>) =>
  memberships(db, viewer.id)
    .where('mine.requested_at', 'is not', null)
    .whereRef('mine.last_message_id', '>', 'mine.cleared_to')
    .limit(sql.lit(100))
    .select('conversation.id');

/** How many people wrote who wait to be accepted, counted up to 100. */
async function countRequests(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>): Promise<number> {
  const rows = await requests(app, viewer).execute();
  return rows.length;
}
