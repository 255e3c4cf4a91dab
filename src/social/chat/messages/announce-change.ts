import type { App } from '../../../platform/app.ts';
import { addLiveEvent } from '../../live/add-event.ts';
import { announceCounters } from '../../notify/announce-counters.ts';
import { membersOf } from '../members/members-of.ts';

/** Announces to the members of a conversation, or to some of them, that a message of it is another now. */
export async function announceChange(
  app: App,
  { id, conversationId }: { id: string; conversationId: string },
  accountIds?: readonly string[],
): Promise<void> {
  const members = accountIds ?? (await membersOf(app, conversationId));
  await addLiveEvent(app, members, 'message', { conversation: conversationId, id });
  await announceCounters(app, ...members);
}
