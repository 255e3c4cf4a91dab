import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { visibleMessages } from '../conversations/memberships.ts';

/**
 * Returns a message that the viewer may read, in the given conversation if any. Throws a `Problem` otherwise.
 */
export async function requireReadable(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  conversationId?: string,
) {
  const row = await visibleMessages(db, viewer.id, [id])
    .select([
      'message.id',
      'message.conversation_id',
      'message.author_id',
      'message.event',
      'message.text',
      'message.created_at',
      'message.deleted_at',
    ])
    .executeTakeFirst();
  if (row?.deleted_at !== null) throw missing(t('Message'));
  if (conversationId !== undefined && conversationId !== row.conversation_id) throw missing(t('Message'));
  return {
    id: row.id,
    conversationId: row.conversation_id,
    authorId: row.author_id,
    isMine: row.author_id === viewer.id,
    isEvent: row.event !== null,
    text: row.text,
    at: row.created_at,
  };
}

/** Maximum number of forwards of a file that are looked at. */
const maxForwards = 1000;

/** Whether a person can read a message with the file. */
export async function canReadFile({ db }: App, viewer: Viewer, path: string): Promise<boolean> {
  const messages = await db
    .selectFrom('social.message_file')
    .where('path', '=', path)
    .orderBy('message_id', 'desc')
    .limit(maxForwards)
    .select('message_id')
    .execute();
  if (messages.length === 0) return false;
  const ids = messages.map(({ message_id }) => message_id);
  const found = await visibleMessages(db, viewer.id, ids)
    .where('message.deleted_at', 'is', null)
    .select('message.id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
