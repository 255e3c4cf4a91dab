import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/people.ts';
import { getPrivacy, sharesSignal } from '../../../identity/account/privacy.ts';
import { Problem, msg, type Message } from '../../../kernel/problem.ts';
import { minutes, seconds } from '../../../kernel/time.ts';
import { type App, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { enforce } from '../../../platform/limits.ts';
import { addLiveEvent } from '../../live/event.ts';
import { blockedBetween } from '../../people/person.ts';
import { lockConversation, requireMember } from '../conversations/conversation.ts';
import { getRecipients } from '../members/recipients.ts';
import type { Call, Seat } from './call.ts';
import {
  announceCall,
  closeRing,
  endCallRing,
  findOpenCall,
  leavePart,
  lockForCall,
  type OpenCall,
  pushCall,
  pushDelay,
  setPart,
  settleCall,
} from './open-call.ts';
import { getCall } from './reading.ts';

interface NewCall extends Omit<Seat, 'callId'> {
  conversationId: string;
  isVideo: boolean;
}

/**
 * Calls the other person, or the members of a group. Joins the current call if there is one, so that two
 * people who call each other are in the same call.
 */
export const startCall = verb(
  { name: 'calls.start', scope: 'messages', who: 'member' },
  async (app: App, viewer: Viewer, given: NewCall): Promise<Call> => {
    const { conversationId, isVideo, device } = given;
    const rule = { name: 'chat:call', calls: app.config.CALL_LIMIT, within: minutes(10) };
    enforce(await app.limits.consume(rule, viewer.id));
    return inTransaction(app, async (app) => {
      await lockCaller(app, viewer);
      const { isRequest, isGroup, otherId } = await lockConversation(app, viewer, conversationId);
      if (isRequest) throw refused(msg('Accept the conversation first'));
      const open = await findOpenCall(app, conversationId);
      const joined = await findJoined(app, viewer.id);
      if (joined && joined.callId !== open?.id) throw inAnotherCall();
      if (open) {
        await addParticipantDevice(app, viewer, open, device);
        return getCall(app, viewer, open.id);
      }
      if (!isGroup) await requireCallable(app, viewer, otherId);
      const at = app.clock.now();
      const { id } = await app.db
        .insertInto('social.call')
        .values({ conversation_id: conversationId, caller_id: viewer.id, is_video: isVideo, started_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      await app.db
        .insertInto('social.call_member')
        .values([
          { call_id: id, account_id: viewer.id, state: 'joined', device, joined_at: at, seen_at: at },
          ...(await ring(app, viewer, conversationId)).map((part) => ({
            ...part,
            call_id: id,
            seen_at: at,
            rang_at: part.state === 'invited' ? null : at,
          })),
        ])
        .execute();
      await addJob(
        app,
        endCallRing,
        { conversationId, callId: id },
        { runAt: new Date(at.getTime() + seconds(app.config.CALL_RING_SECONDS)) },
      );
      await addJob(
        app,
        pushCall,
        { callId: id },
        { runAt: new Date(at.getTime() + pushDelay), maxAttempts: 3 },
      );
      await settleCall(app, conversationId);
      return getCall(app, viewer, id);
    });
  },
);

const refused = (message: Message) => new Problem('forbidden', message, { field: 'conversation_id' });

/** Throws unless the other person accepts messages from the viewer and has accepted the conversation. */
async function requireCallable(app: App, viewer: Viewer, otherId: string | null): Promise<void> {
  if (otherId === null) throw refused(msg('This account was deleted'));
  const [other] = await getRecipients(app, viewer, [otherId]);
  if (other?.isRequest) throw refused(msg('You can call this person after they accept your messages'));
}

/**
 * Adds the other members. The call rings for them, except in a large group or if they are in another call. That
 * someone is in another call shows that they are online, so it counts only where both share their presence.
 */
async function ring(app: App, viewer: Viewer, conversationId: string) {
  const { presence } = (await getPrivacy(app, viewer.id)).shares;
  const rows = await app.db
    .selectFrom('social.conversation_member as member')
    .innerJoin(livePeople('person'), 'person.id', 'member.account_id')
    .where('member.conversation_id', '=', conversationId)
    .where('member.account_id', '<>', viewer.id)
    .where('member.requested_at', 'is', null)
    .where('person.is_former', '=', false)
    .where((eb) => eb.not(blockedBetween('member.account_id', viewer.id)))
    .select([
      'member.account_id',
      sql<boolean>`(${sharesSignal('member.account_id', 'presence')}
        and exists (select from social.call_member as busy
          where busy.account_id = member.account_id and busy.state = 'joined'))`.as('is_busy'),
    ])
    .execute();
  const isLarge = rows.length >= app.config.CALL_RING_MEMBERS;
  return rows.map(({ account_id, is_busy }) => ({
    account_id,
    state: isLarge ? 'invited' : presence && is_busy ? 'busy' : 'ringing',
  }));
}

/**
 * Answers or rejoins a call on a device, which stops the ringing on others. First leaves any other call,
 * because a person can be in only one call at a time.
 */
export const joinCall = verb(
  { name: 'calls.join', scope: 'messages', who: 'member' },
  async (app: App, viewer: Viewer, { callId, device }: Seat): Promise<Call> => {
    const { conversationId, endedAt } = await getCall(app, viewer, callId);
    if (endedAt) throw callEnded();
    if ((await findJoined(app, viewer.id))?.callId !== callId) await leaveJoined(app, viewer.id);
    return inTransaction(app, async (app) => {
      await lockCaller(app, viewer);
      await lockForCall(app, conversationId);
      const { isRequest } = await requireMember(app, viewer, conversationId);
      if (isRequest)
        throw new Problem('forbidden', msg('Accept the conversation first'), { field: 'call_id' });
      const call = await findOpenCall(app, conversationId);
      if (call?.id !== callId) throw callEnded();
      await addParticipantDevice(app, viewer, call, device);
      return getCall(app, viewer, callId);
    });
  },
);

const callEnded = () => new Problem('gone', msg('This call has ended'));

/** Serializes starting and joining of calls per person. */
const lockCaller = async ({ db }: Pick<App, 'db'>, { id }: Viewer): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`call ${id}`}, 0))`.execute(db);

/** Joins a call that is locked and visible to the viewer. */
async function addParticipantDevice(app: App, viewer: Viewer, call: OpenCall, device: string): Promise<void> {
  const { CALL_PARTICIPANTS } = app.config;
  await getCall(app, viewer, call.id);
  const others = call.parts.filter(
    ({ accountId, state }) => state === 'joined' && accountId !== viewer.id,
  ).length;
  if (others >= CALL_PARTICIPANTS)
    throw new Problem(
      'conflict',
      msg('This call is full. At most {CALL_PARTICIPANTS} people can join.', { CALL_PARTICIPANTS }),
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

const inAnotherCall = () => new Problem('conflict', msg('You are in another call. Hang up first.'));

/**
 * Leaves a call, or declines it while it rings. Does nothing if it has ended or the viewer uses another
 * device. Without `device`, any device matches.
 */
export const leaveCall = verb(
  { name: 'calls.leave', scope: 'messages', who: 'member' },
  async (app: App, viewer: Viewer, callId: string, device?: string): Promise<void> => {
    const joined = await findJoined(app, viewer.id);
    // Anyone can hang up, even where a block hides the call since.
    const { conversationId } = joined?.callId === callId ? joined : await getCall(app, viewer, callId);
    await leave(app, viewer.id, { callId, conversationId, device });
  },
);

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
async function findJoined(
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
