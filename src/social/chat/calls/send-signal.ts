import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing, Problem } from '../../../kernel/problem.ts';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { enforce } from '../../../platform/limits.ts';
import { addLiveEvent } from '../../live/event.ts';
import type { Seat } from './call.ts';
import { getCall } from './get-calls.ts';

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
export async function sendSignal(
  app: App,
  viewer: Viewer,
  { callId, device }: Seat,
  { toId, toDevice, data }: Signal,
): Promise<void> {
  const rule = { name: 'chat:signal', calls: app.config.CALL_SIGNAL_LIMIT, within: minutes(1) };
  enforce(await app.limits.consume(rule, viewer.id));
  const call = await getCall(app, viewer, callId);
  if (call.endedAt) throw new Problem('gone', t('This call has ended'));
  if (call.state !== 'joined' || call.device !== device)
    throw new Problem('conflict', t('This device is not in the call'));
  const to = call.others.find(({ person }) => person?.id === toId);
  if (to?.state !== 'joined' || to.device !== toDevice) throw missing(t('Participant'));
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
      throw new Problem('throttled', t('Too many signals in this call'), { retryAfter: 60 });
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
}
