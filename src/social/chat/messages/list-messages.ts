import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { visibleMessages } from '../conversations/memberships.ts';
import { requireMember } from '../conversations/require-member.ts';
import type { Message } from './message.ts';
import { readMessages } from './read-messages.ts';

const messagesOnPage = 20;

/** A part of a conversation, from the oldest message to the newest. */
interface PageOfMessages {
  items: Message[];
  /** There are more on the side that was read towards: older ones, or after `after` newer ones. */
  hasMore: boolean;
}

/** Which part: the newest; pages of older ones counted from 0; those before a message; or those after one. */
interface Part {
  page?: number;
  before?: string | undefined;
  after?: string | undefined;
  most?: number;
}

export async function listMessages(
  app: Pick<App, 'db' | 'files'>,
  viewer: Pick<Viewer, 'id'>,
  conversationId: string,
  { page = 0, before, after, most = messagesOnPage }: Part = {},
): Promise<PageOfMessages> {
  await requireMember(app, viewer, conversationId);
  const rows = await visibleMessages(app.db, viewer.id)
    .where('message.conversation_id', '=', conversationId)
    .$call(whenGiven(before, (query, id) => query.where('message.id', '<', id)))
    .$call(whenGiven(after, (query, id) => query.where('message.id', '>', id)))
    .orderBy('message.id', after === undefined ? 'desc' : 'asc')
    .$if(page > 0, (query) => query.offset(page * most))
    .limit(sql.lit(most + 1))
    .select('message.id')
    .execute();
  const ids = rows.slice(0, most).map(({ id }) => id);
  return { items: await readMessages(app, viewer, ids), hasMore: rows.length > most };
}
