import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { visibleMessages } from '../conversations/memberships.ts';

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
