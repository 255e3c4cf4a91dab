// Plaza's service worker: shows push notifications, and the last feed or a page that says so while there is no
// connection. It answers only page loads and files of the interface. What it imports is written into its file, because not
// every browser has workers that import.
import { change, type Waiting } from './outbox-store.ts';

interface Pushed {
  title: string;
  body: string;
  url: string;
  tag: string;
  /** The tag of notifications that were read elsewhere. They are closed, and nothing is shown. */
  close?: string;
  /** Unread count for the badge of the installed app. */
  count?: number;
}

interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface PushEvent extends WorkEvent {
  data: { json(): Pushed } | null;
}

interface NotificationEvent extends WorkEvent {
  notification: Notification;
}

interface RequestEvent extends WorkEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

/** What pages say: the files that they consist of, or that the account has changed. */
interface Said extends WorkEvent {
  data: { shell?: string[]; forget?: boolean };
}

interface Client {
  postMessage(message: unknown): void;
}

interface Worker {
  registration: ServiceWorkerRegistration;
  navigator: { setAppBadge?: (count: number) => Promise<void> };
  location: Location;
  clients: {
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
    matchAll(): Promise<Client[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'sync', listener: (event: WorkEvent) => void): void;
  addEventListener(type: 'message', listener: (event: Said) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
}

const worker = globalThis as unknown as Worker;

/** Files of the interface and the page without a connection, which are the same for everyone. */
const shell = 'shell';
/** The last feed of the account that is signed in. */
const personal = 'personal';
const offlinePage = '/offline';

worker.addEventListener('install', (event) => {
  event.waitUntil(addOfflinePage().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([worker.clients.claim(), worker.registration.navigationPreload.enable()]).catch(
      () => undefined,
    ),
  );
});

worker.addEventListener('message', (event) => {
  const { shell = [], forget } = event.data;
  if (forget) event.waitUntil(caches.delete(personal));
  if (shell.length > 0) event.waitUntil(updateShell(shell));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  const isPage = request.mode === 'navigate' || request.headers.get('accept')?.includes('text/html') === true;
  if (pathname.startsWith('/assets/')) event.respondWith(fromShell(request));
  else if (pathname === '/' && search === '' && isPage && !request.headers.has('turbo-frame'))
    event.respondWith(feedOf(event));
  else if (request.mode === 'navigate')
    event.respondWith(fetchPage(event).catch(() => fromCache(shell, offlinePage)));
});

const fetchPage = async ({ request, preloadResponse }: RequestEvent): Promise<Response> =>
  (await preloadResponse) ?? fetch(request);

/** URLs of these files change with their content. Those that no page has named come from the network. */
const fromShell = async (request: Request): Promise<Response> =>
  (await caches.match(request, { cacheName: shell })) ?? fetch(request);

async function feedOf(event: RequestEvent): Promise<Response> {
  try {
    const response = await fetchPage(event);
    if (response.ok && !response.redirected) event.waitUntil(storeFeed(response.clone()));
    return response;
  } catch {
    return (
      (await caches.match('/', { cacheName: personal, ignoreVary: true })) ?? fromCache(shell, offlinePage)
    );
  }
}

/** Only pages of members have a live stream. The front page for visitors replaces the feed of who was here before. */
async function storeFeed(response: Response): Promise<void> {
  const cache = await caches.open(personal);
  const text = await response.text();
  if (text.includes(' data-live=')) await cache.put('/', new Response(text, { headers: response.headers }));
  else await cache.delete('/');
}

const fromCache = async (cacheName: string, url: string): Promise<Response> =>
  (await caches.match(url, { cacheName, ignoreVary: true })) ?? Response.error();

const addOfflinePage = async (): Promise<void> =>
  (await caches.open(shell)).add(new Request(offlinePage, { credentials: 'omit', cache: 'reload' }));

/** Adds the files of a page, and removes other versions of them. The page without a connection has the same files. */
async function updateShell(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(shell);
  const present = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const missing = urls.filter((url) => !present.includes(url));
  if (missing.length === 0) return;
  await Promise.all(missing.map((url) => cache.add(url).catch(() => undefined)));
  const names = new Set(urls.map(nameOf));
  for (const url of present) if (names.has(nameOf(url)) && !urls.includes(url)) await cache.delete(url);
  await addOfflinePage();
}

/** The path of a file without the hash of its content. */
const nameOf = (url: string): string => url.replace(/^\/assets\/[^/]+\//, '');

worker.addEventListener('sync', (event) => {
  event.waitUntil(sendOutbox());
});

/** An open page sends the posts that wait, and says so. Without one, they are sent here if their author is signed in. */
async function sendOutbox(): Promise<void> {
  const [page] = await worker.clients.matchAll();
  if (page) {
    page.postMessage({ outbox: true });
    return;
  }
  const account = await (await fetch('/offline/account')).text();
  const all = await change((posts) => posts.getAll() as IDBRequest<Waiting[]>);
  for (const post of all) {
    if (post.account !== account || post.problem !== undefined) continue;
    const body = new FormData();
    for (const [name, value] of post.fields) body.append(name, value);
    const response = await fetch('/apis/php/posts/post', {
      method: 'POST',
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        'idempotency-key': post.key,
        accept: 'application/json',
      },
      body,
    });
    // What the server refuses waits for its author, who sees the reason in a page.
    if (response.ok) await change((posts) => posts.delete(post.key));
  }
}

worker.addEventListener('push', (event) => {
  const pushed = event.data?.json();
  if (!pushed) return;
  const { title, body, url, tag, close, count } = pushed;
  if (count !== undefined) event.waitUntil(showCount(count));
  if (close !== undefined) return event.waitUntil(closeAll(close));
  const options = { body, tag, data: url, icon: '/apple-touch-icon.png' };
  event.waitUntil(worker.registration.showNotification(title, options));
});

async function closeAll(tag: string): Promise<void> {
  for (const shown of await worker.registration.getNotifications({ tag })) shown.close();
}

/** Missing in browsers without app badges. */
const showCount = (count: number): Promise<unknown> =>
  Promise.resolve(worker.navigator.setAppBadge?.(count)).catch(() => undefined);

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(String(event.notification.data)));
});
