import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Live } from '../../live/open-live.ts';
import { announcePresence } from './announce-presence.ts';

/**
 * Delay before an account without streams goes offline, because people move from page to page. Apps stay
 * connected.
 */
const pauses = { page: seconds(15), app: 0 } as const;
/** How long other processes have to respond that an account has a stream there. */
const answerWait = seconds(1);

const askedTopic = 'chat.presence.asked';
const hereTopic = 'chat.presence.here';

/**
 * Announces accounts that open their first stream or close their last one. Before an account goes offline,
 * asks the other processes for its streams. Returns a function that ends this.
 */
export function watchPresence(app: App, live: Live): () => void {
  const open = new Map<string, number>();
  const leaving = new Map<string, NodeJS.Timeout>();
  const publish = (topic: string, account: string) =>
    void app.broadcast.publish(app, topic, account).catch((error: unknown) => {
      app.log.warn({ err: error }, 'presence could not be announced');
    });
  const stay = (account: string) => {
    clearTimeout(leaving.get(account));
    return leaving.delete(account);
  };
  const later = (account: string, delay: number, work: () => void) =>
    leaving.set(account, setTimeout(work, delay).unref());
  const ask = (viewer: Viewer) => {
    publish(askedTopic, viewer.id);
    later(viewer.id, answerWait, () => {
      leaving.delete(viewer.id);
      void announcePresence(app, viewer, false);
    });
  };

  const stops = [
    live.watch((viewer, { kind }, isOpened) => {
      const { id } = viewer;
      const count = (open.get(id) ?? 0) + (isOpened ? 1 : -1);
      if (count > 0) open.set(id, count);
      else open.delete(id);
      if (isOpened) {
        const wasGoingOffline = stay(id);
        if (count !== 1) return;
        // Tells other processes that the account is not going offline.
        publish(hereTopic, id);
        if (!wasGoingOffline) void announcePresence(app, viewer, true);
      } else if (count === 0) later(id, pauses[kind], () => ask(viewer));
    }),
    app.broadcast.subscribe(askedTopic, (payload) => {
      const account = payload as string;
      if (open.has(account)) publish(hereTopic, account);
    }),
    app.broadcast.subscribe(hereTopic, (payload) => void stay(payload as string)),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const timer of leaving.values()) clearTimeout(timer);
  };
}
