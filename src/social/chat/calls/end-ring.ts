import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { findOpenCall, leavePart, lockForCall, setPart, settleCall } from './open-call.ts';

/**
 * Marks the call as missed by people who have not answered. In a group, they may still join while it lasts.
 */
export async function endRing(
  app: App,
  { callId, conversationId }: { callId: string; conversationId: string },
): Promise<void> {
  await inTransaction(app, async (app) => {
    await lockForCall(app, conversationId);
    const call = await findOpenCall(app, conversationId);
    if (call?.id !== callId) return;
    for (const { accountId, state } of call.parts)
      if (state === 'ringing')
        await setPart(app, call, accountId, { state: call.isGroup ? 'invited' : 'missed' });
    await settleCall(app, conversationId);
  });
}

/**
 * Ends calls whose participants all disappeared. Pages send a pulse every few seconds, and otherwise detect
 * silent participants themselves.
 */
export async function endSilentCalls(app: App): Promise<void> {
  const longAgo = new Date(app.clock.now().getTime() - 3 * seconds(app.config.CALL_GRACE_SECONDS));
  const silent = await app.db
    .selectFrom('social.call as call')
    .where('call.ended_at', 'is', null)
    .where('call.started_at', '<', longAgo)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('social.call_member as part')
            .whereRef('part.call_id', '=', 'call.id')
            .where('part.state', '=', 'joined')
            .where('part.seen_at', '>=', longAgo)
            .select('part.account_id'),
        ),
      ),
    )
    .select(['call.id', 'call.conversation_id'])
    .limit(500)
    .execute();
  for (const { id, conversation_id: conversationId } of silent)
    await inTransaction(app, async (app) => {
      await lockForCall(app, conversationId);
      const call = await findOpenCall(app, conversationId);
      if (call?.id !== id) return;
      for (const { accountId, state } of call.parts)
        if (state === 'joined') await leavePart(app, call, accountId);
      await settleCall(app, conversationId);
    });
}
