import { Readable } from 'node:stream';
import type { Json } from '../../platform/broadcast.ts';
import { minutes } from '../../kernel/time.ts';

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
