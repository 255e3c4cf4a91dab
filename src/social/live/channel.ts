import { Readable } from 'node:stream';
import { minutes } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import type { LiveEvent, LiveKind } from './event.ts';

/** The streams of one person in this process. Events are read once for all of them. */
export interface LiveChannel {
  viewer: Viewer;
  readonly streams: Set<LiveStream>;
  /** Sends events in order to the streams that have not received them. */
  deliver(events: readonly LiveEvent[], streams: readonly LiveStream[]): void;
  /**
   * Starts a stream at a position: sends missed events, or tells the page to refresh if it missed too many,
   * followed by the current states.
   */
  begin(stream: LiveStream, at: { position: number; missed: readonly LiveEvent[] | undefined }): void;
}

/**
 * Maximum number of pending deliveries per person. Beyond it the streams are closed, and clients catch up
 * when they reconnect.
 */
const maxWaiting = 200;

export function openChannel(app: App, viewer: Viewer, kinds: readonly LiveKind[]): LiveChannel {
  const kindOf = new Map(kinds.map((kind) => [kind.name, kind]));
  const states = kinds.filter(({ isState }) => isState);
  let waiting = 0;
  let last = Promise.resolve();

  /** Runs deliveries one after the other to preserve the order of events. */
  const inTurn = (streams: readonly LiveStream[], work: () => Promise<void>) => {
    const cut = () => streams.forEach((stream) => stream.end());
    if (waiting >= maxWaiting) {
      cut();
      return;
    }
    waiting += 1;
    last = last
      .then(work)
      .catch((error: unknown) => {
        app.log.warn({ err: error }, 'live events could not be sent');
        cut();
      })
      .finally(() => (waiting -= 1));
  };

  const send = async (events: readonly LiveEvent[], streams: readonly LiveStream[]): Promise<void> => {
    for (const [i, { name, data, position, shared }] of events.entries()) {
      const kind = kindOf.get(name);
      const isOutdated = kind?.isState && events.slice(i + 1).some((later) => later.name === name);
      if (!kind || isOutdated) continue;
      const body = shared
        ? (await shared()).get(channel.viewer.id)
        : await kind.read(app, channel.viewer, data);
      if (body === undefined) continue;
      for (const stream of streams)
        if ((stream.position ?? 0) < position) stream.send({ name, data: body, position });
    }
    const end = events.at(-1)?.position ?? 0;
    for (const stream of streams) stream.position = Math.max(stream.position ?? 0, end);
  };

  const channel: LiveChannel = {
    viewer,
    streams: new Set(),
    deliver: (events, streams) => inTurn(streams, () => send(events, streams)),
    begin: (stream, { position, missed }) => {
      const from = stream.after ?? position;
      stream.position = missed ? from : position;
      inTurn([stream], async () => {
        if (missed)
          await send(
            missed.filter(({ name }) => !kindOf.get(name)?.isState),
            [stream],
          );
        else stream.send({ name: 'refresh', data: {}, position });
        for (const { name, read } of states) {
          const data = await read(app, channel.viewer, {});
          if (data !== undefined) stream.send({ name, data, position });
        }
        stream.position = Math.max(stream.position ?? 0, position);
      });
    },
  };
  return channel;
}

/** An open stream of a person's live events. */
export interface LiveStream {
  /** The stream of a page is reopened by the next page. The end of an app's stream is final. */
  readonly kind: 'page' | 'app';
  readonly sessionId: string | undefined;
  /** The position up to which events were sent. Undefined before the start. */
  position: number | undefined;
  /** The reader's last position. Undefined if no missed events are requested. */
  readonly after: number | undefined;
  send(event: { name: string; data: Json; position?: number }): void;
  /** Sends a comment as keepalive. */
  beat(): void;
  /** Ends the stream. With a reason, a final event tells the reader not to reconnect. */
  end(reason?: 'signed-out' | 'replaced'): void;
}

/** Maximum duration of a stream. Browsers then reconnect, which checks their session again. */
const longest = minutes(10);
/** Maximum unread buffer in characters. A slower reader is disconnected and catches up after reconnecting. */
const maxUnread = 256 * 1024;

export function openStream(reader: {
  sessionId: string | undefined;
  after: number | undefined;
  onClose: () => void;
}): LiveStream & { body: Readable } {
  const body = new Readable({ read: () => undefined, encoding: 'utf8' });
  const write = (text: string) => {
    if (body.destroyed || body.readableEnded) return;
    if (body.readableLength > maxUnread) body.destroy();
    else body.push(text);
  };
  let isEnded = false;
  const end: LiveStream['end'] = (reason) => {
    if (isEnded) return;
    isEnded = true;
    if (reason) write(`event: ${reason}\ndata: {}\n\n`);
    if (!body.destroyed) body.push(null);
    reader.onClose();
  };
  const timer = setTimeout(() => end(), longest).unref();
  body.once('close', () => {
    isEnded = true;
    clearTimeout(timer);
    reader.onClose();
  });
  write('retry: 2000\n\n');
  return {
    kind: 'page',
    sessionId: reader.sessionId,
    after: reader.after,
    body,
    position: undefined,
    send: ({ name, data, position }) => {
      if (isEnded) return;
      const id = position === undefined ? '' : `id: ${position}\n`;
      write(`${id}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    beat: () => {
      if (!isEnded) write(':\n\n');
    },
    end,
  };
}
