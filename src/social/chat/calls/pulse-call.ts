import { t } from '../../../kernel/translation/translate.ts';
import { missing, Problem } from '../../../kernel/problem.ts';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Call, Seat } from './call.ts';
import { leaveJoined } from './leave-calls.ts';
import { findOpenCall, leavePart, lockForCall, settleCall } from './open-call.ts';
import { getCalls } from './get-calls.ts';

/** How long a participant stays after their page closes, so that a reloaded page can rejoin. */
const reloadGrace = seconds(8);

/**
 * Records that a device is still in the call, or with `isAway` that its page is closing. Participants who
 * were silent for the grace period leave. Returns the current call.
 */
export async function pulseCall(
  app: App,
  viewer: Viewer,
  { callId, device }: Seat,
  { isAway = false } = {},
): Promise<Call> {
  const [call] = await getCalls(app, viewer, [callId]);
  if (!call) {
    // The viewer is no longer in the conversation, or a participant is blocked.
    await leaveJoined(app, viewer.id);
    throw missing(t('Call'));
  }
  if (call.endedAt || call.state !== 'joined') return call;
  if (call.device !== device) throw new Problem('conflict', t('You joined this call on another device'));
  const now = app.clock.now().getTime();
  const grace = seconds(app.config.CALL_GRACE_SECONDS);
  const seenAt = new Date(isAway ? Math.min(now, now - grace + reloadGrace) : now);
  const wasSilent = (await lastPulse(app, viewer, callId)) < now - grace;
  await app.db
    .updateTable('social.call_member')
    .set({ seen_at: seenAt })
    .where('call_id', '=', callId)
    .where('account_id', '=', viewer.id)
    .where('device', '=', device)
    .execute();
  // After an outage everyone was silent, so participants get time to send a pulse before they are removed.
  if (!wasSilent) await leaveSilent(app, call.conversationId, grace);
  const [after] = await getCalls(app, viewer, [callId]);
  return after ?? call;
}

async function lastPulse({ db }: App, viewer: Viewer, callId: string): Promise<number> {
  const row = await db
    .selectFrom('social.call_member')
    .where('call_id', '=', callId)
    .where('account_id', '=', viewer.id)
    .select('seen_at')
    .executeTakeFirst();
  return row?.seen_at.getTime() ?? 0;
}

/** Removes participants of the conversation's call who were silent for the grace period. */
async function leaveSilent(app: App, conversationId: string, grace: number): Promise<void> {
  const before = new Date(app.clock.now().getTime() - grace);
  const silent = await app.db
    .selectFrom('social.call_member as part')
    .innerJoin('social.call as call', 'call.id', 'part.call_id')
    .where('call.conversation_id', '=', conversationId)
    .where('call.ended_at', 'is', null)
    .where('part.state', '=', 'joined')
    .where('part.seen_at', '<', before)
    .select('part.account_id')
    .execute();
  if (silent.length === 0) return;
  await inTransaction(app, async (app) => {
    await lockForCall(app, conversationId);
    const call = await findOpenCall(app, conversationId);
    for (const { accountId, state, seenAt } of call?.parts ?? [])
      if (call && state === 'joined' && seenAt < before) await leavePart(app, call, accountId);
    await settleCall(app, conversationId);
  });
}
