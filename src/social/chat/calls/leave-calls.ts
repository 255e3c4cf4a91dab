import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { addLiveEvent } from '../../live/event.ts';
import { closeRing, findOpenCall, leavePart, lockForCall, setPart, settleCall } from './open-call.ts';
import { getCall } from './get-calls.ts';

/**
 * Leaves a call, or declines it while it rings. Does nothing if it has ended or the viewer uses another
 * device. Without `device`, any device matches.
 */
export async function leaveCall(app: App, viewer: Viewer, callId: string, device?: string): Promise<void> {
  const joined = await findJoined(app, viewer.id);
  // Anyone can hang up, even where a block hides the call since.
  const { conversationId } = joined?.callId === callId ? joined : await getCall(app, viewer, callId);
  await leave(app, viewer.id, { callId, conversationId, device });
}

interface Left {
  callId: string;
  conversationId: string;
  device?: string | undefined;
}

async function leave(app: App, accountId: string, { callId, conversationId, device }: Left): Promise<void> {
  await inTransaction(app, async (app) => {
    await lockForCall(app, conversationId);
    const call = await findOpenCall(app, conversationId);
    const part = call?.parts.find((each) => each.accountId === accountId);
    if (call?.id !== callId || !part) return;
    if (part.state === 'ringing' && device === undefined) {
      await setPart(app, call, accountId, { state: 'declined' });
      await closeRing(app, call, accountId);
    } else if (part.state === 'joined' && (device === undefined || device === part.device))
      await leavePart(app, call, accountId);
    else return;
    await settleCall(app, conversationId);
  });
}

/** Returns the call that an account is in. */
export async function findJoined(
  { db }: Pick<App, 'db'>,
  accountId: string,
): Promise<{ callId: string; conversationId: string } | undefined> {
  const row = await db
    .selectFrom('social.call_member as part')
    .innerJoin('social.call as call', 'call.id', 'part.call_id')
    .where('part.account_id', '=', accountId)
    .where('part.state', '=', 'joined')
    .select(['call.id', 'call.conversation_id'])
    .executeTakeFirst();
  return row && { callId: row.id, conversationId: row.conversation_id };
}

/** Leaves the call that an account is in, even if it is no longer visible to them. */
export async function leaveJoined(app: App, accountId: string): Promise<void> {
  const joined = await findJoined(app, accountId);
  if (joined) await leave(app, accountId, joined);
}

/** Ends the part of an account in the call of a locked conversation that they are no longer a member of. */
export async function endPart(app: App, conversationId: string, accountId: string): Promise<void> {
  const call = await findOpenCall(app, conversationId);
  const part = call?.parts.find((each) => each.accountId === accountId);
  if (!call || !part) return;
  await setPart(app, call, accountId, { state: part.joinedAt ? 'left' : 'missed', device: null });
  await settleCall(app, conversationId);
  await addLiveEvent(app, [accountId], 'call');
}
