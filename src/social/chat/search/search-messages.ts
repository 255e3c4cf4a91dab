import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { memberships } from '../conversations/memberships.ts';
import type { Message } from '../messages/message.ts';
import { getMessages } from '../messages/get-messages.ts';
import { findLiterally } from './find-literally.ts';
import { findMatches } from './find-matches.ts';

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
export async function searchMessages(
  app: App,
  viewer: Viewer,
  { words, conversationId }: { words: string; conversationId?: string | undefined },
): Promise<Found> {
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
    : await findMatches(app, mine, first.query, maxScanned);
  const items: Message[] = [];
  // Some may be hidden from the viewer.
  for (let from = 0; from < ids.length && items.length < maxFound; from += maxFound)
    items.push(...(await getMessages(app, viewer, ids.slice(from, from + maxFound))).reverse());
  return { items: items.slice(0, maxFound), isRecentOnly };
}
