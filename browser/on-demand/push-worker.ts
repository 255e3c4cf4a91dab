// Shows push notifications while no page is open. Runs as a standalone service worker without imports.
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

interface PushEvent extends Event {
  data: { json(): Pushed } | null;
  waitUntil(work: Promise<unknown>): void;
}

interface NotificationEvent extends PushEvent {
  notification: Notification;
}

interface Worker {
  registration: ServiceWorkerRegistration;
  navigator: { setAppBadge?: (count: number) => Promise<void> };
  clients: { openWindow(url: string): Promise<unknown> };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
}

const worker = globalThis as unknown as Worker;

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
