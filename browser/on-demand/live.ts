/** Counters shown beside the navigation. */
type Counts = Readonly<Record<string, number>>;

/**
 * A message between tabs: an event of the stream, with `id` 0 if it has none; `hello`, with the id of the
 * last event that a tab has received; or `leader`, from the tab that now holds the stream.
 */
interface LiveEvent {
  name: string;
  id: number;
  data: unknown;
  /** Resent to a tab that missed it. */
  again?: boolean;
}

/** Ephemeral events, which have no id in the stream. */
const ephemeralEvents = ['feed', 'typing', 'presence', 'signed-out', 'replaced'];
const names = [
  'counters',
  'notification',
  'message',
  'seen',
  'conversation',
  'call',
  'call-signal',
  'refresh',
  ...ephemeralEvents,
];
/** Events that each tab remembers for tabs that missed them. Tabs that missed more reload what they show. */
const maxRecent = 50;
const shortestPause = 2000;
const longestPause = 60_000;

/** Calls that are ringing, joined, or open to join. */
interface LiveCall {
  call_id: string;
  conversation_id: string;
  state: string;
}
let calls: readonly LiveCall[] = [];
export const currentCalls = (): readonly LiveCall[] => calls;

let following: { account: string; stop: () => void } | undefined;
let latest: { position: number; counts: Counts } = { position: -1, counts: {} };

/**
 * Subscribes to live events of the signed-in account. Every page carries its account and counters. The stream
 * outlives the pages that Turbo replaces, and the newer counters are shown.
 */
export function followLive(): void {
  const { live } = document.body.dataset;
  if (live === undefined) return stopLive();
  const page = JSON.parse(live) as { account: string; position?: string; counts?: Counts };
  if (following && following.account !== page.account) stopLive();
  const position = Number(page.position ?? -1);
  if (page.counts && position >= latest.position) latest = { position, counts: page.counts };
  show(latest.counts);
  following ??= { account: page.account, stop: follow(page.account, latest.position) };
}

function stopLive(): void {
  following?.stop();
  following = undefined;
  latest = { position: -1, counts: {} };
}

addEventListener('pagehide', () => {
  following?.stop();
  following = undefined;
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) followLive();
});

/**
 * One tab of a browser, the leader, holds the stream and broadcasts its events. When it closes, another tab
 * continues from the last event.
 */
function follow(account: string, position: number): () => void {
  const name = `plaza live ${account}`;
  const tabs = new BroadcastChannel(name);
  const ended = new AbortController();
  const recent: LiveEvent[] = [];
  /** All later events are in `recent`. */
  let oldestRecent = position;
  let lastId = position;
  let isLeader = false;
  const send = (event: LiveEvent) => tabs.postMessage(event);
  const sayHello = () => send({ name: 'hello', id: lastId, data: null });
  const receive = (event: LiveEvent) => {
    const isKnown = event.name === 'counters' ? event.id < latest.position : event.id <= lastId;
    if (event.again && event.id > 0 && isKnown) return;
    lastId = Math.max(lastId, event.id);
    if (event.id > 0) recent.push(event);
    if (recent.length > maxRecent) oldestRecent = recent.shift()?.id ?? lastId;
    apply(event);
  };
  /**
   * Resends the events that a tab missed. Ephemeral feed events are not remembered, so one is sent in any
   * case.
   */
  const answer = (id: number) => {
    if (id < oldestRecent) send({ name: 'refresh', id: lastId, data: {}, again: true });
    else for (const event of recent) if (event.id > id) send({ ...event, again: true });
    send({ name: 'counters', id: latest.position, data: latest.counts, again: true });
    send({ name: 'call', id: 0, data: { calls }, again: true });
    send({ name: 'feed', id: 0, data: {}, again: true });
  };
  tabs.onmessage = ({ data }: MessageEvent<LiveEvent>) => {
    if (data.name === 'leader') sayHello();
    else if (data.name !== 'hello') receive(data);
    else if (isLeader) answer(data.id);
  };
  sayHello();
  const lead = () =>
    new Promise<void>((resolve) => {
      isLeader = true;
      // The former leader may have closed before it broadcast its last events or answered.
      send({ name: 'leader', id: lastId, data: null });
      const close = hold(
        () => lastId,
        (event) => {
          send(event);
          receive(event);
        },
      );
      ended.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  // Web Locks need HTTPS or localhost. Elsewhere, every tab has its own stream.
  if ('locks' in navigator)
    navigator.locks.request(name, { signal: ended.signal }, lead).catch(() => undefined);
  else void lead();
  return () => {
    ended.abort();
    tabs.close();
  };
}

/** Keeps a stream open. Reconnects from the last event when it is cut. */
function hold(lastId: () => number, receive: (event: LiveEvent) => void): () => void {
  let source: EventSource | undefined;
  let timer = 0;
  let pause = shortestPause;

  const open = () => {
    window.clearTimeout(timer);
    const after = lastId() < 0 ? '' : `?after=${lastId()}`;
    source = new EventSource(`/live${after}`);
    source.onopen = () => (pause = shortestPause);
    // Browsers reconnect automatically, except after an error response.
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      timer = window.setTimeout(open, pause * (0.5 + Math.random()));
      pause = Math.min(pause * 2, longestPause);
    };
    for (const name of names)
      source.addEventListener(name, (event) => {
        if (name === 'signed-out' || name === 'replaced') source?.close();
        // Replaced by other streams because of the limit: reconnects when this tab becomes visible.
        if (name === 'replaced') document.addEventListener('visibilitychange', open, { once: true });
        const id = ephemeralEvents.includes(name) ? 0 : Number(event.lastEventId || 0);
        receive({ name, id, data: JSON.parse(String(event.data)) });
      });
  };
  open();
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', open);
    source?.close();
  };
}

/** Dispatches the event as `live:` plus its name, for parts of the page that listen. */
function apply({ name, id, data }: LiveEvent): void {
  if (name === 'counters') {
    latest = { position: Math.max(id, latest.position), counts: data as Counts };
    show(latest.counts);
  }
  if (name === 'call') showCalls((data as { calls: LiveCall[] }).calls);
  document.dispatchEvent(new CustomEvent(`live:${name}`, { detail: data }));
}

/** Loads the call UI on the first call. The UI follows later calls on its own. */
function showCalls(current: readonly LiveCall[]): void {
  calls = current;
  if (calls.length > 0) void import('../calls/follow-calls.ts').then(({ followCalls }) => followCalls());
}

function show(counts: Counts): void {
  for (const badge of document.querySelectorAll<HTMLElement>('[data-badge]')) {
    const count = counts[badge.dataset.badge ?? ''];
    if (count === undefined) continue;
    badge.hidden = count === 0;
    if (badge.firstChild) badge.firstChild.nodeValue = toText(count);
  }
  const unread = (counts.notifications ?? 0) + (counts.messages ?? 0);
  const title = document.title.replace(/^\(\d+\+?\) /, '');
  document.title = unread === 0 ? title : `(${toText(unread)}) ${title}`;
}

const toText = (count: number) => (count > 99 ? '99+' : String(count));
