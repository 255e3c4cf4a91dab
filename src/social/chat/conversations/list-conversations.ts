import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { NumberedPage } from '../../../platform/database/paging.ts';
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

/** The viewer's conversations, pinned ones first, then those with the newest message. Pages are counted from 0. */
export async function listConversations(
  app: App,
  viewer: Viewer,
  { folder = 'inbox', page = 0 }: { folder?: Folder; page?: number } = {},
): Promise<NumberedPage<Conversation>> {
  const onPage = memberships(app.db, viewer.id)
    .whereRef('mine.last_message_id', '>', 'mine.cleared_to')
    .where('mine.requested_at', folder === 'requests' ? 'is not' : 'is', null)
    .where('mine.archived_at', folder === 'archived' ? 'is not' : 'is', null)
    .orderBy(sql`mine.pinned_at is not null`, 'desc')
    .orderBy('mine.last_message_id', 'desc')
    .$if(page > 0, (query) => query.offset(page * conversationsOnPage))
    .limit(sql.lit(conversationsOnPage + 1))
    .select('mine.conversation_id');
  const rows = await selectConversations(app, viewer, membersInList)
    // Found first: what is shown of each is not read for all of them.
    .where('mine.conversation_id', '=', sql<string>`any(array(${onPage}))`)
    .orderBy(sql`mine.pinned_at is not null`, 'desc')
    .orderBy('mine.last_message_id', 'desc')
    .execute();
  return {
    items: await toConversations(app, viewer, rows.slice(0, conversationsOnPage)),
    hasMore: rows.length > conversationsOnPage,
  };
}

/** How many people wrote who wait to be accepted, counted up to 100. */
export async function countRequests({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>): Promise<number> {
  const rows = await memberships(db, viewer.id)
    .where('mine.requested_at', 'is not', null)
    .whereRef('mine.last_message_id', '>', 'mine.cleared_to')
    .limit(sql.lit(100))
    .select('conversation.id')
    .execute();
  return rows.length;
}
