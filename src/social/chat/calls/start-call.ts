import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { getPrivacy, sharesSignal } from '../../../identity/account/privacy.ts';
import { livePeople } from '../../../identity/account/live-people.ts';
import { Problem } from '../../../kernel/problem.ts';
import { minutes, seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { addJob } from '../../../platform/jobs.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { enforce } from '../../../platform/limits.ts';
import { blockedBetween } from '../../people/between.ts';
import { lockConversation } from '../conversations/require-member.ts';
import { getRecipients } from '../members/get-recipients.ts';
import type { Call, Seat } from './call.ts';
import { inAnotherCall, lockCaller, addParticipantDevice } from './join-call.ts';
import { endCallRing, pushCall, pushDelay } from './call-jobs.ts';
import { findJoined } from './leave-calls.ts';
import { findOpenCall, settleCall } from './open-call.ts';
import { getCall } from './get-calls.ts';

interface NewCall extends Omit<Seat, 'callId'> {
  conversationId: string;
  isVideo: boolean;
}

/**
 * Calls the other person, or the members of a group. Joins the current call if there is one, so that two
 * people who call each other are in the same call.
 */
export async function startCall(app: App, viewer: Viewer, given: NewCall): Promise<Call> {
  const { conversationId, isVideo, device } = given;
  const rule = { name: 'chat:call', calls: app.config.CALL_LIMIT, within: minutes(10) };
  enforce(await app.limits.consume(rule, viewer.id));
  return inTransaction(app, async (app) => {
    await lockCaller(app, viewer);
    const { isRequest, isGroup, otherId } = await lockConversation(app, viewer, conversationId);
    if (isRequest) throw refused(t('Accept the conversation first'));
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
}

const refused = (message: string) => new Problem('forbidden', message, { field: 'conversation_id' });

/** Throws unless the other person accepts messages from the viewer and has accepted the conversation. */
async function requireCallable(app: App, viewer: Viewer, otherId: string | null): Promise<void> {
  if (otherId === null) throw refused(t('This account was deleted'));
  const [other] = await getRecipients(app, viewer, [otherId]);
  if (other?.isRequest) throw refused(t('You can call this person after they accept your messages'));
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
