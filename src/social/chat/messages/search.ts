import { sql } from 'kysely';
import { Type } from 'typebox';
import { minutes } from '../../../kernel/time.ts';
import { type App, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { whenGiven } from '../../../platform/database/queries.ts';
import { job } from '../../../platform/jobs/jobs.ts';
import { memberships } from '../conversations/conversation.ts';
import { findLiterally, findMessages } from './find-matches.ts';
import { getMessages } from './message-rows.ts';
import type { Message } from './message.ts';

const maxFound = 30;
/** Maximum matches to check, some of which may be hidden. */
const maxScanned = 60;
/** Maximum conversations in a search of all, those with the newest messages first. */
const maxConversations = 500;

interface Found {
  /** Newest first. */
  items: Message[];
  /** Whether only recent messages were searched, because the words are not indexed. */
  isRecentOnly: boolean;
}

/**
 * Returns messages that contain all of these words, newest first, in one conversation or in all of the
 * viewer's.
 */
export const searchMessages = verb(
  {
    name: 'chat.search',
    scope: 'messages',
    who: 'member',
    limit: { by: ['account'], calls: (config) => config.SEARCH_LIMIT, within: minutes(1) },
  },
  async (
    app: App,
    viewer: Viewer,
    { words, conversationId }: { words: string; conversationId?: string | undefined },
  ): Promise<Found> => {
    const nothing = { items: [], isRecentOnly: false };
    if (words.trim() === '') return nothing;
    const mine = await memberships(app.db, viewer.id)
      .$call(whenGiven(conversationId, (query, id) => query.where('conversation.id', '=', id)))
      .orderBy('mine.last_message_id', 'desc')
      .limit(sql.lit(maxConversations))
      .select([
        'conversation.id',
        'mine.cleared_to',
        'mine.last_message_id',
        sql<string>`(select social.message_query(${words})::text)`.as('query'),
      ])
      .execute();
    const [first] = mine;
    if (!first) return nothing;
    const isRecentOnly = first.query === '';
    const ids = isRecentOnly
      ? await findLiterally(app, mine, words, maxScanned)
      : await findMessages(app, mine, first.query, maxScanned);
    const items: Message[] = [];
    // Some may be hidden from the viewer.
    for (let from = 0; from < ids.length && items.length < maxFound; from += maxFound)
      items.push(...(await getMessages(app, viewer, ids.slice(from, from + maxFound))).reverse());
    return { items: items.slice(0, maxFound), isRecentOnly };
  },
);

/** Number of messages per transaction, and of transactions per run. */
const atOnce = 1000;
const maxRounds = 100;

export const reindexMessagesJob = job('social.reindex-messages', Type.Object({}), reindexMessages, {
  cron: '* * * * *',
});

/** Reindexes messages that existed when indexing changed, newest first. */
export async function reindexMessages(app: App): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) if (!(await reindexSome(app))) return;
}

/** An update of the text makes PostgreSQL compute the generated column again. */
async function reindexSome(app: App): Promise<boolean> {
  return inTransaction(app, async ({ db }) => {
    const { old_messages_to: to } = await db
      .selectFrom('social.search_progress')
      .select('old_messages_to')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (to === '0') return false;
    const { rows } = await sql<{ next: string }>`
      with examined as materialized (
        select id, search is distinct from search.vector('search.stemmed', text) as is_changed from social.message
        where id <= ${to} order by id desc limit ${atOnce}
      ), changed as (
        update social.message set text = text where id in (select id from examined where is_changed)
      ) select coalesce(min(id) - 1, 0)::text as next from examined`.execute(db);
    await db
      .updateTable('social.search_progress')
      .set({ old_messages_to: rows[0]?.next ?? '0' })
      .execute();
    return true;
  });
}
