import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { enforce } from '../../../platform/limits.ts';
import { followerOf, friendsBetween } from '../../people/between.ts';
import { refuseCrowd } from '../conversations/refuse-crowd.ts';
import { getRecipients } from './get-recipients.ts';

/**
 * Counts the strangers to whom an account writes or whom it adds to a group, and enforces the daily limit.
 */
export async function countStrangers(app: App, viewer: Viewer, ids: readonly string[]): Promise<void> {
  const others = [...new Set(ids)].filter((id) => id !== viewer.id);
  if (others.length === 0) return;
  refuseCrowd(app, others.length + 1);
  const people = await getRecipients(app, viewer, others);
  const rule = {
    name: 'chat:strangers',
    calls: app.config.CHAT_STRANGER_LIMIT,
    within: days(1),
    durable: true,
  };
  for (const { isRequest } of people) if (isRequest) enforce(await app.limits.consume(rule, viewer.id));
}

/** Whether a conversation has a member who has not accepted it yet and does not know the viewer. */
export async function hasStrangers(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  conversationId: string,
): Promise<boolean> {
  const stranger = await db
    .selectFrom('social.conversation_member as other')
    .where('other.conversation_id', '=', conversationId)
    .where('other.account_id', '<>', viewer.id)
    .where('other.requested_at', 'is not', null)
    .where((eb) => eb.not(friendsBetween('other.account_id', viewer.id)))
    .where((eb) => eb.not(followerOf('other.account_id', viewer.id)))
    .limit(1)
    .select('other.account_id')
    .executeTakeFirst();
  return stranger !== undefined;
}
