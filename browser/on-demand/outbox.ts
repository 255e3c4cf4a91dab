import { element } from '../behaviors/dialogs.ts';
import { showToast } from '../behaviors/toasts.ts';
import { t } from '../translate.ts';
import { loadStyles } from './load-styles.ts';
import { change, type Field, type Waiting } from './outbox-store.ts';

interface Syncing {
  sync?: { register: (tag: string) => Promise<void> };
}

/** The server refused a post, so it is not sent again by itself. */
export class Refused extends Error {}

/** Fields of the form by their names in the API. Others have the same name. */
const renamed: Readonly<Record<string, string>> = { pictures: 'photos', files: 'file' };

/** What only the form's own page does: drafts, scheduled and paid posts. */
const onlyOnPage = ['publish_at', 'paid_for', 'post_price', 'paid_text'];

/** In bytes. */
const largest = 2_000_000;

/** Returns the fields of a post to publish now, or undefined for what only the page of the form does. */
export function toPost(form: FormData): Field[] | undefined {
  const isFilled = ([, value]: Field) => (typeof value === 'string' ? value !== '' : value.size > 0);
  // Empty ones count: pictures are matched by their places.
  const all = [...form].filter((field) => field[0] === 'alt' || field[0] === 'thread[]' || isFilled(field));
  // The page of the form shows the progress of large uploads.
  const bytes = all.reduce((sum, [, value]) => sum + (typeof value === 'string' ? 0 : value.size), 0);
  if (navigator.onLine && bytes > largest) return undefined;
  if (form.get('do') === 'draft' || all.some(([name]) => onlyOnPage.includes(name))) return undefined;
  const hasPoll = all.some(([name]) => name === 'poll_options[]');
  return all
    .filter(([name]) => name !== 'time_zone' && name !== 'do' && (hasPoll || !name.startsWith('poll_')))
    .map(([name, value]) => [renamed[name] ?? name.replace('pictures_', 'photos_'), value]);
}

/** Publishes a post. Throws `Refused` with the server's reason, or another error without a connection. */
export async function send(fields: readonly Field[], key: string): Promise<void> {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  const response = await fetch('/apis/php/posts/post', {
    method: 'POST',
    headers: { 'x-requested-with': 'XMLHttpRequest', 'idempotency-key': key, accept: 'application/json' },
    body,
  });
  if (response.ok) return;
  if (response.status >= 500 || response.status === 429)
    throw new Error(`The server answers ${response.status}`);
  const { message } = (await response.json()) as { message?: string };
  throw new Refused(message ?? t`That didn’t work. Try again.`);
}

/** Stores a post until there is a connection. */
export async function addWaiting(fields: Field[], key: string): Promise<void> {
  await change((posts) => posts.put({ key, account: accountId(), fields } satisfies Waiting));
  localStorage.setItem('outbox', '');
  // Where browsers support it, the service worker sends it after the page is closed.
  const registration = (
    'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  ) as Syncing | undefined;
  await registration?.sync?.register('outbox').catch(() => undefined);
}

/** Sends the posts that wait, one after the other, from one tab only. */
export async function sendWaiting(): Promise<void> {
  if (!navigator.onLine) return;
  await navigator.locks.request('outbox', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    for (const post of await listWaiting()) {
      if (post.problem !== undefined) continue;
      try {
        await send(post.fields, post.key);
        await change((posts) => posts.delete(post.key));
        showToast(t`Posted`);
      } catch (error) {
        if (!(error instanceof Refused)) break;
        await change((posts) => posts.put({ ...post, problem: error.message } satisfies Waiting));
      }
    }
  });
  await showWaiting();
}

/** Shows the posts that wait above the page, each with a button to discard it. */
export async function showWaiting(): Promise<void> {
  const waiting = await listWaiting();
  document.querySelector('.outbox')?.remove();
  if (waiting.length === 0) {
    localStorage.removeItem('outbox');
    return;
  }
  await loadStyles('composer-dialog').catch(() => undefined);
  document.querySelector('.outbox')?.remove();
  document.getElementById('main')?.prepend(box(waiting));
}

function box(waiting: readonly Waiting[]): HTMLElement {
  const list = element('ul', 'outbox');
  list.ariaLabel = t`Waiting posts`;
  for (const { key, fields, problem } of waiting) {
    const text = fields.find(([name]) => name === 'text')?.[1];
    const said = element('p', '', typeof text === 'string' ? text.slice(0, 140) : t`Pictures`);
    said.dir = 'auto';
    const discard = element('button', 'button small plain', t`Discard`);
    discard.type = 'button';
    discard.addEventListener('click', () => {
      void change((posts) => posts.delete(key)).then(showWaiting);
    });
    const state = element(
      'p',
      problem === undefined ? 'outbox-state' : 'field-error',
      problem ?? t`Waiting for a connection`,
    );
    list.append(element('li', '', said, state, discard));
  }
  return list;
}

const accountId = () =>
  (JSON.parse(document.body.dataset.live ?? '{}') as { account?: string }).account ?? '';

async function listWaiting(): Promise<Waiting[]> {
  const all = await change((posts) => posts.getAll() as IDBRequest<Waiting[]>);
  return all.filter(({ account }) => account === accountId());
}
