import type { App } from '../../../platform/app.ts';
import { addLiveEvent } from '../../live/event.ts';
import { announceCounters } from '../../notify/notify.ts';
import { membersOf } from '../members/members-of.ts';

/** Announces a changed message to all or some members of its conversation. */
export async function announceChange(
  app: App,
  { id, conversationId }: { id: string; conversationId: string },
  accountIds?: readonly string[],
): Promise<void> {
  const members = accountIds ?? (await membersOf(app, conversationId));
  await addLiveEvent(app, members, 'message', { conversation: conversationId, id });
  await announceCounters(app, ...members);
}
