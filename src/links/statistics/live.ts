import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { minutes, seconds } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import { page, type Page, redirect } from '../../platform/http/endpoint.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, pageHeader, relativeTime } from '../../web/components/surfaces.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { attributes, html, type Html, type View } from '../../web/html.ts';
import { onClicks } from '../clicks/click.ts';
import { latestStored } from '../clicks/spool/insert-clicks.ts';
import { type LatestClick, listLatestClicks } from '../clicks/statistics/totals.ts';
import { nameOfSubject } from './components/entries.ts';
import { dimensionNames } from './dimensions.ts';
import { addressesOf, nameSubjects, type StatisticsSubject } from './subject.ts';

/** The live view of clicks: its page and event stream. Must be closed when the server stops. */
export function liveStatisticsPages(app: App): { live: LiveStatistics; pages: readonly Page[] } {
  const live = openLiveStatistics(app, {
    write: async (clicks, accountId) => newClicksStream(await describe(app, accountId, clicks)).text,
  });
  const pages = [
    page({
      method: 'GET',
      path: '/dashboard/live',
      access: 'member',
      handle: async ({ app, viewer }) =>
        liveView(await describe(app, viewer.id, await listLatestClicks(app, viewer.id))),
    }),
    page({
      method: 'GET',
      path: '/dashboard/live/clicks',
      access: 'member',
      query: Type.Object({ after: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })) }),
      handle: ({ viewer, query, client }) =>
        client.accept.includes('text/event-stream')
          ? {
              type: 'text/event-stream; charset=utf-8',
              body: live.watch(viewer.id, lastSeen(client, query.after)),
              headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
            }
          : redirect('/dashboard/live'),
    }),
  ];
  return { live, pages };
}

/** Returns the number of the last click that a client has seen, also before it reconnected. */
export const lastSeen = ({ lastEventId = '' }: Pick<Client, 'lastEventId'>, after = '0'): string =>
  /^\d{1,15}$/.test(lastEventId) ? lastEventId : after;

async function describe(app: App, accountId: string, clicks: readonly LatestClick[]): Promise<LiveClicks> {
  const ids = [...new Set(clicks.map(({ linkId }) => linkId))];
  return {
    hopUrl: app.config.hopUrl,
    now: app.clock.now(),
    clicks,
    subjects: await nameSubjects(app, accountId, ids),
  };
}

/** Streams an account's clicks to its viewers when they are stored, by any process. */
export interface LiveStatistics {
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
/** A client that reads more slowly is disconnected, in bytes. It reconnects and continues. */
const maxUnread = 256 * 1024;
/** Proxies close idle connections. */
const heartbeat = seconds(20);

export function openLiveStatistics(app: App, { write, pause = seconds(1) }: LiveOptions): LiveStatistics {
  const watchers = new Map<string, Set<Watcher>>();
  const everyone = () => [...watchers.values()].flatMap((some) => [...some]);

  // Nothing can be sent after the end, which a slow client is yet to read.
  const end = (watcher: Watcher): void => {
    const { accountId, stream } = watcher;
    const others = watchers.get(accountId);
    if (!others?.delete(watcher)) return;
    if (others.size === 0) watchers.delete(accountId);
    stream.push(null);
  };
  const send = (watcher: Watcher, text: string): void => {
    if (watchers.get(watcher.accountId)?.has(watcher) !== true) return;
    if (watcher.stream.readableLength > maxUnread) watcher.stream.destroy();
    else watcher.stream.push(text);
  };

  const sendNotice = async (watcher: Watcher): Promise<void> => {
    watcher.isDue = false;
    watcher.isReading = true;
    try {
      const clicks = await listLatestClicks(app, watcher.accountId, watcher.after);
      const newest = clicks[0];
      if (newest) {
        watcher.after = newest.number;
        const data = (await write(clicks, watcher.accountId)).replaceAll('\n', ' ');
        send(watcher, `id: ${newest.number}\ndata: ${data}\n\n`);
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
    for (const watcher of everyone()) send(watcher, ': still here\n\n');
  }, heartbeat).unref();

  return {
    watch: (accountId, after) => {
      const stream = new Readable({ read: () => undefined, encoding: 'utf8' });
      const watcher: Watcher = { accountId, after, stream, isDue: false, isReading: false };
      const mine = watchers.get(accountId) ?? new Set();
      watchers.set(accountId, mine.add(watcher));
      const [oldest] = mine;
      if (oldest && mine.size > maxPerAccount) end(oldest);
      const ending = setTimeout(() => end(watcher), longest).unref();
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
      everyone().forEach(end);
    },
  };
}

interface LiveClicks {
  hopUrl: string;
  now: Date;
  /** Newest first. */
  clicks: readonly LatestClick[];
  /** The clicked subjects by id. */
  subjects: ReadonlyMap<string, StatisticsSubject>;
}

/** The latest clicks, updated live. Without scripts, the page is reloaded. */
function liveView(live: LiveClicks): View {
  const newest = live.clicks[0]?.number ?? '0';
  return {
    title: t('Live'),
    section: 'statistics',
    body: html`${pageHeader({
        title: t('Live'),
        lead: t('The latest clicks on your links, bio pages and QR codes, newest first.'),
        above: breadcrumbs([{ label: t('Statistics'), href: '/dashboard/statistics' }, { label: t('Live') }]),
        actions: linkButton({ label: t('Refresh'), href: '/dashboard/live', icon: 'refresh-cw' }),
      })}
      <turbo-stream-source src="/dashboard/live/clicks?after=${newest}"></turbo-stream-source>
      ${card({
        flush: true,
        body: html`<ol
          id="live-clicks"
          class="live-clicks"
          ${attributes({ 'data-empty': t('Waiting for the first click') })}
        >
          ${rows(live)}
        </ol>`,
      })}`,
  };
}

/** Turbo stream actions that prepend new clicks to an open page and remove the oldest ones. */
function newClicksStream(live: LiveClicks): Html {
  const gone = live.clicks.map(({ number }) => Number(number) - latestStored).filter((number) => number > 0);
  return html`<turbo-stream action="prepend" target="live-clicks"
      ><template>${rows(live)}</template></turbo-stream
    >
    ${gone.map((number) => html`<turbo-stream action="remove" target="click-${number}"></turbo-stream>`)}`;
}

const rows = (live: LiveClicks): Html[] => live.clicks.map((click) => row(live, click));

function row({ hopUrl, now, subjects }: LiveClicks, click: LatestClick): Html {
  const subject = subjects.get(click.linkId);
  const { country, device, browser, referrer } = dimensionNames();
  return html`<li id="click-${click.number}">
    <p class="live-click-link">
      ${subject ? html`<a href="${addressesOf(subject).page}">${nameOfSubject(hopUrl, subject)}</a>` : t('Deleted')}
      ${relativeTime(click.at, now)}
    </p>
    <p>
      ${country.name(click.country)} · ${device.name(click.device)} · ${browser.name(click.browser)} ·
      ${referrer.name(click.referrer)}
    </p>
  </li>`;
}
