import { sql, type SqlBool } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { memberships, isShownTo } from '../conversations/memberships.ts';
import type { Message } from './message.ts';
import { readMessages } from './read-messages.ts';

const mostFound = 30;
/** Conversations that a search of all looks into: those with the newest messages. */
const mostConversations = 500;

/** Messages with all of these words, the newest first, in one conversation or in all of the viewer's. */
export async function searchMessages(
  app: App,
  viewer: Viewer,
  { words, conversationId }: { words: string; conversationId?: string | undefined },
): Promise<Message[]> {
  if (words.trim() === '') return [];
  const mine = await memberships(app.db, viewer.id)
    .$call(whenGiven(conversationId, (query, id) => query.where('conversation.id', '=', id)))
    .orderBy('mine.last_message_id', 'desc')
    .limit(sql.lit(mostConversations))
    .select(['conversation.id', 'mine.cleared_to'])
    .execute();
  const ids = mine.map(({ id }) => id);
  const found = await app.db
    .selectFrom('social.message as message')
    .innerJoin(
      sql<{
        id: string;
        cleared_to: string;
      }>`unnest(${ids}::bigint[], ${mine.map(({ cleared_to }) => cleared_to)}::bigint[])`.as<'mine'>(
        sql`mine (id, cleared_to)`,
      ),
      (join) =>
        join.onRef('mine.id', '=', 'message.conversation_id').onRef('message.id', '>', 'mine.cleared_to'),
    )
    .where(sql<SqlBool>`array[message.conversation_id] && ${ids}::bigint[]`)
    .where(sql<SqlBool>`message.search @@ (select search.query('search.stemmed', ${words}))`)
    .where('message.deleted_at', 'is', null)
    .where('message.event', 'is', null)
    .where(isShownTo(viewer.id))
    .orderBy('message.id', 'desc')
    .limit(sql.lit(mostFound))
    .select('message.id')
    .execute();
  const messages = await readMessages(
    app,
    viewer,
    found.map(({ id }) => id),
  );
  return messages.reverse();
}
