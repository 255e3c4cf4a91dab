import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Json } from '../../../platform/broadcast.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { LiveKind } from '../../live/event.ts';
import { getCalls, visibleCalls } from './get-calls.ts';
import { toCallRecord } from './wire.ts';

/** Maximum calls that a page shows at the same time. */
const limit = 10;

/** Calls that ring for the viewer, that they are in, or that they may join. */
const call: LiveKind = {
  name: 'call',
  isState: true,
  read: async (app, viewer) => {
    const rows = await app.db
      .selectFrom('social.call_member')
      .where('account_id', '=', viewer.id)
      .where('state', 'in', sql<string>`('invited', 'ringing', 'joined')`)
      .orderBy('call_id', 'desc')
      .limit(sql.lit(limit))
      .select('call_id')
      .execute();
    const calls = await getCalls(
      app,
      viewer,
      rows.map(({ call_id }) => call_id),
    );
    return { calls: calls.map((each) => toCallRecord(app, each)) };
  },
};

/** A connection signal from another device, for a device that is still in the call. */
const signal: LiveKind = {
  name: 'call-signal',
  isState: false,
  read: (app, viewer, data) => getSignal(app, viewer, (data as { id: string }).id),
};

async function getSignal({ db }: App, viewer: Viewer, id: string): Promise<Json | undefined> {
  const found = await visibleCalls(db, viewer.id)
    .innerJoin('social.call_signal as signal', 'signal.call_id', 'call.id')
    .innerJoin('social.call_member as sender', (join) =>
      join
        .onRef('sender.call_id', '=', 'call.id')
        .onRef('sender.account_id', '=', 'signal.from_id')
        .onRef('sender.device', '=', 'signal.from_device'),
    )
    .where('signal.id', '=', id)
    .where('signal.to_id', '=', viewer.id)
    .where('part.state', '=', 'joined')
    .where('sender.state', '=', 'joined')
    .whereRef('part.device', '=', 'signal.to_device')
    .where('call.ended_at', 'is', null)
    .select([
      'call.id as call_id',
      'signal.from_id as user_id',
      'signal.from_device as device',
      'signal.to_device',
      'signal.data',
    ])
    .executeTakeFirst();
  return found;
}

export const callLiveKinds: readonly LiveKind[] = [call, signal];
