import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { idIn } from '../../people/between.ts';
import { isShownTo, memberships } from '../conversations/memberships.ts';

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
