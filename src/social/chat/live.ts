import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import { readTogether, type LiveKind } from '../live/event.ts';
import type { Live } from '../live/open-live.ts';
import { callLiveKinds } from './calls/live.ts';
import { listMembersAmong, listReadersAmong } from './members/filter-readers.ts';
import { typingTopic, type Typing } from './receipts/set-typing.ts';
import { presenceTopic, type Presence } from './presence/announce-presence.ts';
import { watchPresence } from './presence/watch-presence.ts';

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

export const chatLiveKinds: readonly LiveKind[] = [message, seen, conversation, ...callLiveKinds];

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
