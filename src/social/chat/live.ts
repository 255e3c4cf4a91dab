import { sql } from 'kysely';
import type { App, Viewer } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import { type LiveKind, readTogether } from '../live/event.ts';
import type { Live } from '../live/open-live.ts';
import { toCallRecord } from './calls/api.ts';
import { getCalls, visibleCalls } from './calls/reading.ts';
import { presenceTopic, typingTopic, watchPresence } from './delivery/presence.ts';
import type { Presence, Typing } from './delivery/presence.ts';
import { listMembersAmong, listReadersAmong } from './members/recipients.ts';

/** Returns the same body for each account that may receive it. */
const toAll = (accountIds: readonly string[], body: Json) => new Map(accountIds.map((id) => [id, body]));

/** A new or changed message. Pages fetch its content. Deleted messages are announced too. */
const message: LiveKind = {
  name: 'message',
  isState: false,
  ...readTogether(async (app, viewers, data) => {
    const { conversation, id, isNew } = data as { conversation: string; id: string; isNew?: boolean };
    const readers = isNew
      ? await listReadersAmong(app, viewers, conversation, id)
      : await listMembersAmong(app, viewers, conversation);
    return toAll(readers, { conversation, id, ...(isNew && { isNew }) });
  }),
};

/** A member has read more messages. */
const seen: LiveKind = {
  name: 'seen',
  isState: false,
  ...readTogether(async (app, viewers, data) => {
    const { conversation } = data as { conversation: string };
    return toAll(await listMembersAmong(app, viewers, conversation), { conversation });
  }),
};

/** The reader changed their settings of a conversation, or is no longer a member. */
const conversation: LiveKind = {
  name: 'conversation',
  isState: false,
  read: (_, __, data) => data,
};

/** Sends typing indicators and presence to streams in this process. Returns a function that ends this. */
export function signalChat(app: App, live: Live): () => void {
  const stops = [
    watchPresence(app, live),
    app.broadcast.subscribe(typingTopic, (payload) => {
      const { to, ...typing } = payload as unknown as Typing;
      live.signal(to, 'typing', typing);
    }),
    app.broadcast.subscribe(presenceTopic, (payload) => {
      const { to, ...presence } = payload as unknown as Presence;
      live.signal(to, 'presence', presence);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

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

export const chatLiveKinds: readonly LiveKind[] = [message, seen, conversation, ...callLiveKinds];
