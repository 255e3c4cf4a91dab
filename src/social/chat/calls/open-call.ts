import { sql } from 'kysely';
import { Type } from 'typebox';
import { seconds } from '../../../kernel/time.ts';
import { type App, inTransaction } from '../../../platform/app.ts';
import { addJob, job, jobKind, jobOf } from '../../../platform/jobs/jobs.ts';
import { addLiveEvent } from '../../live/event.ts';
import { closePush, pushMessage } from '../delivery/push.ts';
import { membersOf } from '../members/recipients.ts';
import { addMessage } from '../messages/add-message.ts';
import { isOver, lastState, type PartState } from './call.ts';

/** The current call of a locked conversation. */
export interface OpenCall {
  id: string;
  conversationId: string;
  isGroup: boolean;
  callerId: string | null;
  startedAt: Date;
  answeredAt: Date | null;
  parts: Part[];
}

interface Part {
  accountId: string;
  state: PartState;
  device: string | null;
  joinedAt: Date | null;
  rangAt: Date | null;
  seenAt: Date;
}

/** Returns the current call of a conversation that the surrounding transaction has locked. */
export async function findOpenCall(
  { db }: Pick<App, 'db'>,
  conversationId: string,
): Promise<OpenCall | undefined> {
  const row = await db
    .selectFrom('social.call as call')
    .innerJoin('social.conversation as conversation', 'conversation.id', 'call.conversation_id')
    .where('call.conversation_id', '=', conversationId)
    .where('call.ended_at', 'is', null)
    .select(['call.id', 'call.caller_id', 'call.started_at', 'call.answered_at', 'conversation.is_group'])
    .executeTakeFirst();
  if (!row) return undefined;
  const parts = await db
    .selectFrom('social.call_member')
    .where('call_id', '=', row.id)
    .select(['account_id', 'state', 'device', 'joined_at', 'rang_at', 'seen_at'])
    .execute();
  return {
    id: row.id,
    conversationId,
    isGroup: row.is_group,
    callerId: row.caller_id,
    startedAt: row.started_at,
    answeredAt: row.answered_at,
    parts: parts.map((part) => ({
      accountId: part.account_id,
      state: part.state as PartState,
      device: part.device,
      joinedAt: part.joined_at,
      rangAt: part.rang_at,
      seenAt: part.seen_at,
    })),
  };
}

export async function setPart(
  { db }: Pick<App, 'db'>,
  { id }: OpenCall,
  accountId: string,
  set: { state: PartState; device?: string | null; left_at?: Date },
): Promise<void> {
  await db
    .updateTable('social.call_member')
    .set(set)
    .where('call_id', '=', id)
    .where('account_id', '=', accountId)
    .execute();
}

/** Closes the notification of a call that no longer rings for the account, if it may have been shown. */
export async function closeRing(app: App, call: OpenCall, accountId: string): Promise<void> {
  const wasShown = app.clock.now().getTime() > call.startedAt.getTime() + pushDelay;
  const rang = call.parts.some((part) => part.accountId === accountId && part.state === 'ringing');
  if (wasShown && rang) await addJob(app, closePush, { accountId, conversationId: call.conversationId });
}

/** In a group, a participant may rejoin while the call lasts. */
export const leavePart = (app: App, call: OpenCall, accountId: string): Promise<void> =>
  setPart(app, call, accountId, {
    state: call.isGroup ? 'invited' : 'left',
    device: null,
    left_at: app.clock.now(),
  });

/**
 * Must be called after every change. Ends a call that has no one left to talk to, and announces it to the
 * members of its conversation.
 */
export async function settleCall(app: App, conversationId: string): Promise<void> {
  const call = await findOpenCall(app, conversationId);
  if (!call) return;
  const standing = {
    isGroup: call.isGroup,
    isAnswered: call.answeredAt !== null,
    isRingOver: app.clock.now().getTime() >= call.startedAt.getTime() + seconds(app.config.CALL_RING_SECONDS),
  };
  const states = call.parts.map(({ state }) => state);
  if (isOver(standing, states)) await endCall(app, call);
  await announceCall(app, conversationId);
}

export const announceCall = async (app: App, conversationId: string): Promise<void> =>
  addLiveEvent(app, await membersOf(app, conversationId), 'call');

/** Ends the call for everyone and adds a message to the conversation. */
async function endCall(app: App, call: OpenCall): Promise<void> {
  const at = app.clock.now();
  for (const { accountId, state, joinedAt, rangAt } of call.parts) {
    const last = lastState(state, { joined: joinedAt !== null, rang: rangAt !== null });
    if (last === undefined)
      await app.db
        .deleteFrom('social.call_member')
        .where('call_id', '=', call.id)
        .where('account_id', '=', accountId)
        .execute();
    else if (last !== state)
      await setPart(app, call, accountId, { state: last, device: null, ...(joinedAt && { left_at: at }) });
  }
  await app.db.deleteFrom('social.call_signal').where('call_id', '=', call.id).execute();
  const messageId = await addMessage(app, {
    conversationId: call.conversationId,
    authorId: call.callerId,
    event: 'call',
  });
  await app.db
    .updateTable('social.call')
    .set({ ended_at: at, message_id: messageId })
    .where('id', '=', call.id)
    .execute();
  await pushMessage(app, { id: messageId, conversationId: call.conversationId });
}

/** Locks the conversation, and thereby its calls, until the end of the surrounding transaction. */
export const lockForCall = async ({ db }: Pick<App, 'db'>, conversationId: string): Promise<unknown> =>
  sql`select from social.conversation where id = ${conversationId} for update`.execute(db);

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

/** Ends the ringing of a call after the ring time. */
export const endCallRing = jobKind(
  'social.end-call-ring',
  Type.Object({ callId: Type.String(), conversationId: Type.String() }),
);

/** Sends a push notification of a call to members who are away. */
export const pushCall = jobKind('social.push-call', Type.Object({ callId: Type.String() }));

/**
 * Delay of push notifications, so that open pages show the call first and accidental calls are not pushed.
 */
export const pushDelay = seconds(2);

export const callJobs = [
  jobOf(endCallRing, endRing),
  job('social.end-silent-calls', Type.Object({}), endSilentCalls, { cron: '* * * * *' }),
];
