/** What is counted beside the navigation. */
type Counts = Readonly<Record<string, number>>;

/**
 * What tabs send each other: an event of the stream, whose `id` is 0 where it has none; `hello`, with the id up to which a tab
 * has every event; and `leader`, of the tab that holds the stream from now on.
 */
interface LiveEvent {
  name: string;
  id: number;
  data: unknown;
  /** Sent once more, to a tab that missed it. */
  again?: boolean;
}

/** Of the moment: the stream gives them no id of their own. */
const moments = ['feed', 'typing', 'presence', 'signed-out', 'replaced'];
const names = [
  'counters',
  'notification',
  'message',
  'seen',
  'conversation',
  'call',
  'call-signal',
  'refresh',
  ...moments,
];
/** Events that each tab remembers for those that missed them; beyond, these load what they show anew. */
const maxRecent = 50;
const shortestPause = 2000;
const longestPause = 60_000;

/** Calls that ring, that one is in, or that one may join. */
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
 * Follows what happens for the signed-in person. Every page says whose it is and what it shows; the stream outlives the pages
 * that Turbo puts in the document, and the newer of the two is shown.
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

/** One tab of a browser holds the stream and passes on what comes; when it closes, the next one continues from there. */
function follow(account: string, position: number): () => void {
  const name = `plaza live ${account}`;
  const tabs = new BroadcastChannel(name);
  const ended = new AbortController();
  const recent: LiveEvent[] = [];
  /** Every event after it is among `recent`. */
  let remembered = position;
  let lastId = position;
  let isLeader = false;
  const send = (event: LiveEvent) => tabs.postMessage(event);
  const sayHello = () => send({ name: 'hello', id: lastId, data: null });
  const receive = (event: LiveEvent) => {
    const isKnown = event.name === 'counters' ? event.id < latest.position : event.id <= lastId;
    if (event.again && event.id > 0 && isKnown) return;
    lastId = Math.max(lastId, event.id);
    if (event.id > 0) recent.push(event);
    if (recent.length > maxRecent) remembered = recent.shift()?.id ?? lastId;
    apply(event);
  };
  /** Sends a tab what it missed since an event, and what it may have missed: that a feed has something new is not remembered. */
  const answer = (id: number) => {
    if (id < remembered) send({ name: 'refresh', id: lastId, data: {}, again: true });
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
      // The tab that closed may have left others without what it had, or without an answer.
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
  // Only where there is https, or on this very machine; elsewhere every tab has a stream of its own.
  if ('locks' in navigator)
    navigator.locks.request(name, { signal: ended.signal }, lead).catch(() => undefined);
  else void lead();
  return () => {
    ended.abort();
    tabs.close();
  };
}

/** Holds a stream open, and opens it again from the last event whenever it was cut. */
function hold(lastId: () => number, receive: (event: LiveEvent) => void): () => void {
  let source: EventSource | undefined;
  let timer = 0;
  let pause = shortestPause;

  const open = () => {
    window.clearTimeout(timer);
    const after = lastId() < 0 ? '' : `?after=${lastId()}`;
    source = new EventSource(`/live${after}`);
    source.onopen = () => (pause = shortestPause);
    // Browsers try again by themselves, except after an answer that is no stream.
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      timer = window.setTimeout(open, pause * (0.5 + Math.random()));
      pause = Math.min(pause * 2, longestPause);
    };
    for (const name of names)
      source.addEventListener(name, (event) => {
        if (name === 'signed-out' || name === 'replaced') source?.close();
        // Too many elsewhere: again when somebody looks at this one.
        if (name === 'replaced') document.addEventListener('visibilitychange', open, { once: true });
        const id = moments.includes(name) ? 0 : Number(event.lastEventId || 0);
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

/** Parts of the page that want to know listen for `live:` and the event's name. */
function apply({ name, id, data }: LiveEvent): void {
  if (name === 'counters') {
    latest = { position: Math.max(id, latest.position), counts: data as Counts };
    show(latest.counts);
  }
  if (name === 'call') showCalls((data as { calls: LiveCall[] }).calls);
  document.dispatchEvent(new CustomEvent(`live:${name}`, { detail: data }));
}

/** What shows calls is fetched with the first one, and follows all later ones by itself. */
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
