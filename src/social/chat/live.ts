import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import { readTogether, type LiveKind } from '../live/event.ts';
import type { Live } from '../live/open-live.ts';
import { callLiveKinds } from './calls/live.ts';
import { listMembersAmong, listReadersAmong } from './members/readers-among.ts';
import { typingTopic, type Typing } from './receipts/set-typing.ts';
import { presenceTopic, type Presence } from './presence/announce-presence.ts';
import { watchPresence } from './presence/watch-presence.ts';

/** The same for each; nothing for those who may not read it, or not any more. */
const toAll = (accountIds: readonly string[], body: Json) => new Map(accountIds.map((id) => [id, body]));

/** A message is new, or is another now: what it says is for its page to fetch. One that is gone is announced all the same. */
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

/** Somebody has read on. */
const seen: LiveKind = {
  name: 'seen',
  isState: false,
  ...readTogether(async (app, viewers, data) => {
    const { conversation } = data as { conversation: string };
    return toAll(await listMembersAmong(app, viewers, conversation), { conversation });
  }),
};

/** A conversation is set otherwise by its reader, or is not theirs any more. */
const conversation: LiveKind = {
  name: 'conversation',
  isState: false,
  read: (_, __, data) => data,
};

export const chatLiveKinds: readonly LiveKind[] = [message, seen, conversation, ...callLiveKinds];

/** Shows who is typing and who is here to those who have a stream in this process. Returns what ends that. */
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
