/** What is counted beside the navigation. */
type Counts = Readonly<Record<string, number>>;

/** An event of the stream, as tabs pass it on to each other. `id` is 0 where it has none. */
interface LiveEvent {
  name: string;
  id: number;
  data: unknown;
  /** Sent once more, for a tab that came later. */
  again?: boolean;
}

const names = ['counters', 'notification', 'feed', 'refresh', 'signed-out', 'replaced'];
/** Events that the tab with the stream has ready for a tab that was opened while they came. */
const mostRecent = 50;
const shortestPause = 2000;
const longestPause = 60_000;

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

/** One tab of a browser holds the stream and passes on what comes; when it closes, the next one goes on from there. */
function follow(account: string, position: number): () => void {
  const name = `plaza live ${account}`;
  const tabs = new BroadcastChannel(name);
  const ended = new AbortController();
  const recent: LiveEvent[] = [];
  let lastId = position;
  const receive = (event: LiveEvent) => {
    if (event.again && event.id <= lastId) return;
    lastId = Math.max(lastId, event.id);
    apply(event);
  };
  tabs.onmessage = ({ data }: MessageEvent<LiveEvent>) => {
    if (data.name !== 'hello') receive(data);
    else for (const event of recent) if (event.id > data.id) tabs.postMessage({ ...event, again: true });
  };
  tabs.postMessage({ name: 'hello', id: position, data: null } satisfies LiveEvent);
  const lead = () =>
    new Promise<void>((resolve) => {
      const close = hold(
        () => lastId,
        (event) => {
          recent.splice(0, recent.length - mostRecent + 1);
          recent.push(event);
          tabs.postMessage(event);
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
        receive({ name, id: Number(event.lastEventId || 0), data: JSON.parse(String(event.data)) });
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
  document.dispatchEvent(new CustomEvent(`live:${name}`, { detail: data }));
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
