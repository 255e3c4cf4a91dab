import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { LiveEvent, LiveKind } from './event.ts';
import type { LiveStream } from './stream.ts';

/** The streams of one person in this process. Events are read once for all of them. */
export interface Channel {
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

export function openChannel(app: App, viewer: Viewer, kinds: readonly LiveKind[]): Channel {
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

  const channel: Channel = {
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
