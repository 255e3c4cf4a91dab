import { msg, Problem } from '../../kernel/problem.ts';
import type { Readable } from 'node:stream';
import { seconds } from '../../kernel/time.ts';
import { findOpenSessions, onSessionsEnded } from '../../identity/sessions/sessions.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import { type LiveKind, liveTopic } from './event.ts';
import { type LiveChannel, type LiveStream, openChannel, openStream } from './channel.ts';
import { getBacklog, getNewEvents } from './backlog.ts';

/** The open streams of this process. */
export interface Live {
  /** Opens a stream. `after`: the last event the reader has received; later ones are sent first. */
  open(reader: { viewer: Viewer; sessionId: string | undefined; after: number | undefined }): Readable;
  /** Attaches a stream of another transport, opened by `create`. It must call `onClose` when it ends. */
  attach<Stream extends LiveStream>(viewer: Viewer, create: (onClose: () => void) => Stream): Stream;
  /**
   * Sends an ephemeral event to those of these people with a stream in this process. It is not stored for
   * catching up.
   */
  signal(accountIds: readonly string[], name: string, data?: Json): void;
  /**
   * Calls `listener` when a stream is opened or closed in this process. Returns the function to unsubscribe.
   */
  watch(listener: Watcher): () => void;
  /** Accounts with a stream in this process. */
  accounts(): string[];
  close(): void;
}

type Watcher = (viewer: Viewer, stream: Pick<LiveStream, 'kind'>, isOpened: boolean) => void;

/**
 * Keeps idle connections open through proxies. It also picks up events of a process that died before
 * signaling them.
 */
const heartbeat = seconds(20);
/** Sessions that expire are announced by nobody. */
const beatsToCheck = 15;

/**
 * Delivers live events from all processes to the open streams, in order and without gaps. One outbox read
 * serves all streams of the process, so the cost does not grow with their number.
 */
export function openLive(app: App, kinds: readonly LiveKind[]): Live {
  const channels = new Map<string, LiveChannel>();
  const everyStream = () => [...channels.values()].flatMap(({ streams }) => [...streams]);
  const watchers = new Set<Watcher>();
  let position: number | undefined;
  let isReading = false;
  let isDue = false;

  const read = async (): Promise<void> => {
    isDue = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isDue && channels.size > 0) {
        isDue = false;
        await getBacklog(app, channels);
        position = await getNewEvents(app, channels, kinds, position);
      }
      // Without streams, reading stops. The next stream starts from the current position.
      if (channels.size === 0) position = undefined;
    } catch (error) {
      // Streams keep their position. The next signal or heartbeat retries.
      app.log.warn({ err: error }, 'live events could not be read');
    } finally {
      isReading = false;
    }
  };

  const endClosedSessions = async (accountIds: readonly string[]): Promise<void> => {
    const streams = accountIds.flatMap((id) => [...(channels.get(id)?.streams ?? [])]);
    if (streams.length === 0) return;
    const open = await findOpenSessions(
      app,
      streams.flatMap(({ sessionId }) => sessionId ?? []),
    );
    for (const stream of streams)
      if (stream.sessionId === undefined || !open.has(stream.sessionId)) stream.end('signed-out');
  };
  const check = (accountIds: readonly string[]) =>
    void endClosedSessions(accountIds).catch((error: unknown) => {
      app.log.warn({ err: error }, 'sessions of live streams could not be checked');
      for (const id of accountIds) for (const stream of channels.get(id)?.streams ?? []) stream.end();
    });

  const stops = [
    app.broadcast.subscribe(liveTopic, () => void read()),
    onSessionsEnded(app, (accountId) => check([accountId])),
    app.broadcast.onGap(() => {
      check([...channels.keys()]);
      void read();
    }),
  ];
  let beats = 0;
  const timer = setInterval(() => {
    for (const stream of everyStream()) stream.beat();
    void read();
    beats += 1;
    if (beats % beatsToCheck === 0) check([...channels.keys()]);
  }, heartbeat).unref();

  const attach: Live['attach'] = (viewer, create) => {
    const channel = channels.get(viewer.id) ?? openChannel(app, viewer, kinds);
    if (everyStream().length >= app.config.LIVE_STREAMS)
      throw new Problem('unavailable', msg('Too many open pages at the moment'), { retryAfter: 30 });
    channels.set(viewer.id, channel);
    channel.viewer = viewer;
    const stream = create(() => {
      if (!channel.streams.delete(stream)) return;
      for (const watcher of watchers) watcher(viewer, stream, false);
      if (channel.streams.size === 0 && channels.get(viewer.id) === channel) channels.delete(viewer.id);
    });
    channel.streams.add(stream);
    if (channel.streams.size > app.config.LIVE_STREAMS_PER_ACCOUNT) [...channel.streams][0]?.end('replaced');
    for (const watcher of watchers) watcher(viewer, stream, true);
    void read();
    return stream;
  };

  return {
    open: ({ viewer, sessionId, after }) =>
      attach(viewer, (onClose) => openStream({ sessionId, after, onClose })).body,
    watch: (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    attach,
    signal: (accountIds, name, data = {}) => {
      for (const id of accountIds)
        for (const stream of channels.get(id)?.streams ?? []) stream.send({ name, data });
    },
    accounts: () => [...channels.keys()],
    close: () => {
      for (const stop of stops) stop();
      clearInterval(timer);
      for (const stream of everyStream()) stream.end();
    },
  };
}
