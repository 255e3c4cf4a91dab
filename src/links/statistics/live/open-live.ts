import { Readable } from 'node:stream';
import { minutes, seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { onClicks } from '../../clicks/announce-clicks.ts';
import { listLatestClicks } from '../../clicks/statistics/list-latest-clicks.ts';
import type { LatestClick } from '../../clicks/statistics/list-latest-clicks.ts';

/** Streams an account's clicks to its viewers when they are stored, by any process. */
export interface Live {
  /**
   * Opens a stream of server-sent events. It ends when the client disconnects or after a while, so that
   * browsers reconnect and their session is checked again. `after` is the number of the last click seen.
   */
  watch(accountId: string, after: string): Readable;
  /** Ends all streams. */
  close(): void;
}

interface Watcher {
  accountId: string;
  after: string;
  stream: Readable;
  /** Whether there are new clicks to send. */
  isDue: boolean;
  isReading: boolean;
}

interface LiveOptions {
  /** Renders an event. */
  write: (clicks: readonly LatestClick[], accountId: string) => Promise<string>;
  /** Minimum time between events of a stream, in milliseconds. */
  pause?: number;
}

/** Maximum streams per account and process, after which the oldest one ends; and the maximum duration. */
const maxPerAccount = 20;
const longest = minutes(10);
/** Proxies close idle connections. */
const heartbeat = seconds(20);

export function openLive(app: App, { write, pause = seconds(1) }: LiveOptions): Live {
  const watchers = new Map<string, Set<Watcher>>();
  const everyone = () => [...watchers.values()].flatMap((some) => [...some]);

  const sendNotice = async (watcher: Watcher): Promise<void> => {
    watcher.isDue = false;
    watcher.isReading = true;
    try {
      const clicks = await listLatestClicks(app, watcher.accountId, watcher.after);
      const newest = clicks[0];
      if (newest && !watcher.stream.destroyed) {
        watcher.after = newest.number;
        const data = (await write(clicks, watcher.accountId)).replaceAll('\n', ' ');
        watcher.stream.push(`id: ${newest.number}\ndata: ${data}\n\n`);
      }
    } catch (error) {
      // The page does not change. The next click triggers another attempt.
      app.log.warn({ err: error }, 'live clicks could not be published');
    }
    setTimeout(() => {
      watcher.isReading = false;
      if (watcher.isDue && !watcher.stream.destroyed) void sendNotice(watcher);
    }, pause).unref();
  };

  const nudge = (watcher: Watcher): void => {
    watcher.isDue = true;
    if (!watcher.isReading) void sendNotice(watcher);
  };

  const stops = [
    onClicks(app, (accountIds) => {
      const recipients = accountIds?.flatMap((id) => [...(watchers.get(id) ?? [])]) ?? everyone();
      for (const watcher of recipients) nudge(watcher);
    }),
    app.broadcast.onGap(() => everyone().forEach(nudge)),
  ];
  const timer = setInterval(() => {
    for (const { stream } of everyone()) stream.push(': still here\n\n');
  }, heartbeat).unref();

  return {
    watch: (accountId, after) => {
      const stream = new Readable({ read: () => undefined, encoding: 'utf8' });
      const watcher: Watcher = { accountId, after, stream, isDue: false, isReading: false };
      const mine = watchers.get(accountId) ?? new Set();
      watchers.set(accountId, mine.add(watcher));
      if (mine.size > maxPerAccount) [...mine][0]?.stream.push(null);
      const ending = setTimeout(() => stream.push(null), longest).unref();
      stream.once('close', () => {
        clearTimeout(ending);
        mine.delete(watcher);
        if (mine.size === 0 && watchers.get(accountId) === mine) watchers.delete(accountId);
      });
      stream.push('retry: 2000\n\n');
      // Sends clicks that arrived between the page and this request.
      nudge(watcher);
      return stream;
    },
    close: () => {
      for (const stop of stops) stop();
      clearInterval(timer);
      for (const { stream } of everyone()) stream.push(null);
    },
  };
}
