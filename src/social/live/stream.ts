import { Readable } from 'node:stream';
import type { Json } from '../../platform/broadcast.ts';
import { minutes } from '../../kernel/time.ts';

/** One open stream of what happens for somebody. */
export interface LiveStream {
  /** A page's is opened anew by the next page; the end of an app's is final. */
  readonly kind: 'page' | 'app';
  readonly sessionId: string | undefined;
  /** Up to where it was sent everything; undefined: it has not begun. */
  position: number | undefined;
  /** Where its reader was before; undefined: they ask for nothing that was. */
  readonly after: number | undefined;
  send(event: { name: string; data: Json; position?: number }): void;
  /** A comment, so that proxies keep the connection. */
  beat(): void;
  /** Ends it, with a last event that says why where the reader should not simply ask again. */
  end(reason?: 'signed-out' | 'replaced'): void;
}

/** Browsers then ask again, and are asked for their session again. */
const longest = minutes(10);
/** What a reader may be behind before they are cut off, in characters. They catch up when they come back. */
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
