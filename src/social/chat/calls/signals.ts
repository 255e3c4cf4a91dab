import { sql } from 'kysely';
import { createHmac } from 'node:crypto';
import { missing, Problem, msg } from '../../../kernel/problem.ts';
import { hours, minutes, seconds } from '../../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { enforce } from '../../../platform/limits.ts';
import { iceUrls } from '../../../platform/settings/account-settings.ts';
import { addLiveEvent } from '../../live/event.ts';
import type { Call, Seat } from './call.ts';
import { leaveJoined } from './calls.ts';
import { findOpenCall, leavePart, lockForCall, settleCall } from './open-call.ts';
import { getCall, getCalls } from './reading.ts';

/**
 * Large enough for the longest offer of browsers with audio, camera and screen. Also enforced by a table
 * constraint.
 */
export const longestSignal = 24_576;
/** Maximum pending signals from one device. More are rejected until some have expired. */
const maxWaiting = 300;
const cachedFor = minutes(1);

interface Signal {
  toId: string;
  toDevice: string;
  /** Opaque to the service. */
  data: string;
}

/** Sends an offer, an answer or a candidate from one device in a call to another. */
export const sendSignal = verb(
  { name: 'calls.signal', scope: 'messages', who: 'member' },
  async (
    app: App,
    viewer: Viewer,
    { callId, device }: Seat,
    { toId, toDevice, data }: Signal,
  ): Promise<void> => {
    const rule = { name: 'chat:signal', calls: app.config.CALL_SIGNAL_LIMIT, within: minutes(1) };
    enforce(await app.limits.consume(rule, viewer.id));
    const call = await getCall(app, viewer, callId);
    if (call.endedAt) throw new Problem('gone', msg('This call has ended'));
    if (call.state !== 'joined' || call.device !== device)
      throw new Problem('conflict', msg('This device is not in the call'));
    const to = call.others.find(({ person }) => person?.id === toId);
    if (to?.state !== 'joined' || to.device !== toDevice) throw missing(msg('Participant'));
    const at = app.clock.now();
    await inTransaction(app, async (app) => {
      await app.db
        .deleteFrom('social.call_signal')
        .where('call_id', '=', callId)
        .where('from_id', '=', viewer.id)
        .where('created_at', '<', new Date(at.getTime() - cachedFor))
        .execute();
      const waiting = await app.db
        .selectFrom('social.call_signal')
        .where('call_id', '=', callId)
        .where('from_id', '=', viewer.id)
        .limit(sql.lit(maxWaiting))
        .select('id')
        .execute();
      if (waiting.length >= maxWaiting)
        throw new Problem('throttled', msg('Too many signals in this call'), { retryAfter: 60 });
      const { id } = await app.db
        .insertInto('social.call_signal')
        .values({
          call_id: callId,
          from_id: viewer.id,
          from_device: device,
          to_id: toId,
          to_device: toDevice,
          data,
          created_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addLiveEvent(app, [toId], 'call-signal', { id });
    });
  },
);

/** How long a participant stays after their page closes, so that a reloaded page can rejoin. */
const reloadGrace = seconds(8);

/**
 * Records that a device is still in the call, or with `isAway` that its page is closing. Participants who
 * were silent for the grace period leave. Returns the current call.
 */
export const pulseCall = verb(
  { name: 'calls.pulse', scope: 'messages', who: 'member', limit: perAccount(300, minutes(1)) },
  async (app: App, viewer: Viewer, { callId, device }: Seat, { isAway = false } = {}): Promise<Call> => {
    const [call] = await getCalls(app, viewer, [callId]);
    if (!call) {
      // The viewer is no longer in the conversation, or a participant is blocked.
      await leaveJoined(app, viewer.id);
      throw missing(msg('Call'));
    }
    if (call.endedAt || call.state !== 'joined') return call;
    if (call.device !== device) throw new Problem('conflict', msg('You joined this call on another device'));
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
  },
);

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

/** In the format of `RTCConfiguration`. */
interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/** Longer than any call. A reloaded page gets new credentials. */
const lifetime = hours(12);

/**
 * Returns the STUN and TURN servers with credentials that expire (coturn: `use-auth-secret`, the REST API for
 * TURN).
 */
export function iceServers(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  { id }: Pick<Viewer, 'id'>,
): IceServer[] {
  const [stun, turn] = [iceUrls(config.STUN_URLS), iceUrls(config.TURN_URLS)];
  const username = `${Math.floor((clock.now().getTime() + lifetime) / 1000)}:${id}`;
  const credential = createHmac('sha1', config.TURN_SECRET).update(username).digest('base64');
  return [
    ...(stun.length > 0 ? [{ urls: stun }] : []),
    ...(turn.length > 0 ? [{ urls: turn, username, credential }] : []),
  ];
}
