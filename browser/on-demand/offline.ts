import { element } from '../behaviors/dialogs.ts';
import { t } from '../translate.ts';

/** The account whose feed the service worker has. */
const stored = 'feed-of';

/**
 * Starts the service worker of members, which shows the last feed without a connection, and tells it the files of the
 * interface. The feed of another account is forgotten. A sign-out deletes everything, by its `Clear-Site-Data`.
 */
export async function startOffline(): Promise<void> {
  sayConnection();
  if (!('serviceWorker' in navigator)) return;
  // Browsers without storage, and servers that have turned it off.
  const registration = await navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  if (!registration) return;
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if ((data as { outbox?: boolean }).outbox) dispatchEvent(new Event('online'));
  });
  const { active } = await navigator.serviceWorker.ready;
  forgetOthers(active);
  document.addEventListener('turbo:load', () => forgetOthers(active));
  // After the modules that pages load by themselves.
  setTimeout(() => active?.postMessage({ shell: filesOfInterface() }), 2000);
}

function forgetOthers(worker: ServiceWorker | null): void {
  const { account = '' } = JSON.parse(document.body.dataset.live ?? '{}') as { account?: string };
  if (localStorage.getItem(stored) === account) return;
  worker?.postMessage({ forget: true });
  if (account === '') localStorage.removeItem(stored);
  else localStorage.setItem(stored, account);
}

const filesOfInterface = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname),
  ),
];

/** Says above the page that it may be old, until there is a connection. */
function sayConnection(): void {
  const say = () => {
    document.querySelector('.offline-notice')?.remove();
    if (navigator.onLine) return;
    const notice = element(
      'p',
      'notice offline-notice',
      t`You are offline. What you see may be old, and what you post is sent later.`,
    );
    notice.role = 'status';
    document.getElementById('main')?.prepend(notice);
  };
  for (const event of ['online', 'offline']) addEventListener(event, say);
  document.addEventListener('turbo:load', say);
  say();
}
