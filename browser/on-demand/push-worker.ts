// Shows what the push service brings while no page of ours is open. It runs as a service worker, by itself: it imports nothing.
interface Pushed {
  title: string;
  body: string;
  url: string;
  tag: string;
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
  clients: { openWindow(url: string): Promise<unknown> };
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
}

const worker = globalThis as unknown as Worker;

worker.addEventListener('push', (event) => {
  const pushed = event.data?.json();
  if (!pushed) return;
  const { title, body, url, tag } = pushed;
  const options = { body, tag, data: url, icon: '/apple-touch-icon.png' };
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(String(event.notification.data)));
});
