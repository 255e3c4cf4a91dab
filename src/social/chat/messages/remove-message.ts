import type { App } from '../../../platform/app.ts';
import { announceChange } from './announce-change.ts';

/**
 * Deletes a message for everyone on behalf of a moderator. Its case has a copy. Does nothing if it is already
 * removed.
 */
export async function removeMessage(app: App, id: string): Promise<void> {
  const now = app.clock.now();
  const before = await find(app, id);
  if (!before || before.removed_at) return;
  await app.db
    .updateTable('social.message')
    .set({ removed_at: now, deleted_at: before.deleted_at ?? now, text: '' })
    .where('id', '=', id)
    .execute();
  await announceChange(app, { id, conversationId: before.conversation_id });
}

/**
 * Restores a message that a moderator removed, from the copy in its case. It stays deleted if its author had
 * deleted it before.
 */
export async function restoreMessage(app: App, id: string): Promise<void> {
  const before = await find(app, id);
  if (!before?.removed_at) return;
  const copy = await app.db
    .selectFrom('social.case_message')
    .where('message_id', '=', id)
    .orderBy('case_id', 'desc')
    .limit(1)
    .select('text')
    .executeTakeFirst();
  const isRestored = copy && before.deleted_at?.getTime() === before.removed_at.getTime();
  await app.db
    .updateTable('social.message')
    .set({ removed_at: null, ...(isRestored && { deleted_at: null, text: copy.text }) })
    .where('id', '=', id)
    .execute();
  await announceChange(app, { id, conversationId: before.conversation_id });
}

const find = ({ db }: App, id: string) =>
  db
    .selectFrom('social.message')
    .where('id', '=', id)
    .select(['conversation_id', 'deleted_at', 'removed_at'])
    .forUpdate()
    .executeTakeFirst();
