import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { requireMember } from '../conversations/require-member.ts';
import type { Call, Seat } from './call.ts';
import { findJoined, leaveJoined } from './leave-calls.ts';
import { announceCall, closeRing, findOpenCall, lockForCall, type OpenCall } from './open-call.ts';
import { getCall } from './get-calls.ts';

/**
 * Answers or rejoins a call on a device, which stops the ringing on others. First leaves any other call,
 * because a person can be in only one call at a time.
 */
export async function joinCall(app: App, viewer: Viewer, { callId, device }: Seat): Promise<Call> {
  const { conversationId, endedAt } = await getCall(app, viewer, callId);
  if (endedAt) throw callEnded();
  if ((await findJoined(app, viewer.id))?.callId !== callId) await leaveJoined(app, viewer.id);
  return inTransaction(app, async (app) => {
    await lockCaller(app, viewer);
    await lockForCall(app, conversationId);
    const { isRequest } = await requireMember(app, viewer, conversationId);
    if (isRequest) throw new Problem('forbidden', t('Accept the conversation first'), { field: 'call_id' });
    const call = await findOpenCall(app, conversationId);
    if (call?.id !== callId) throw callEnded();
    await addParticipantDevice(app, viewer, call, device);
    return getCall(app, viewer, callId);
  });
}

const callEnded = () => new Problem('gone', t('This call has ended'));

/** Serializes starting and joining of calls per person. */
export const lockCaller = async ({ db }: Pick<App, 'db'>, { id }: Viewer): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`call ${id}`}, 0))`.execute(db);

/** Joins a call that is locked and visible to the viewer. */
export async function addParticipantDevice(
  app: App,
  viewer: Viewer,
  call: OpenCall,
  device: string,
): Promise<void> {
  const { CALL_PARTICIPANTS } = app.config;
  await getCall(app, viewer, call.id);
  const others = call.parts.filter(
    ({ accountId, state }) => state === 'joined' && accountId !== viewer.id,
  ).length;
  if (others >= CALL_PARTICIPANTS)
    throw new Problem(
      'conflict',
      t('This call is full. At most {CALL_PARTICIPANTS} people can join.', { CALL_PARTICIPANTS }),
    );
  const joined = await findJoined(app, viewer.id);
  if (joined && joined.callId !== call.id) throw inAnotherCall();
  const at = app.clock.now();
  const part = { state: 'joined', device, seen_at: at };
  await app.db
    .insertInto('social.call_member')
    .values({ call_id: call.id, account_id: viewer.id, joined_at: at, ...part })
    .onConflict((conflict) =>
      conflict.columns(['call_id', 'account_id']).doUpdateSet({
        ...part,
        joined_at: sql`coalesce(call_member.joined_at, excluded.joined_at)`,
        left_at: null,
      }),
    )
    .execute();
  if (others > 0 && call.answeredAt === null)
    await app.db.updateTable('social.call').set({ answered_at: at }).where('id', '=', call.id).execute();
  await closeRing(app, call, viewer.id);
  await announceCall(app, call.conversationId);
}

export const inAnotherCall = () => new Problem('conflict', t('You are in another call. Hang up first.'));
