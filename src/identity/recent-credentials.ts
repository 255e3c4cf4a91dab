import { LRUCache } from 'lru-cache';
import { tokenHash } from '../kernel/secrets.ts';
import { seconds } from '../kernel/time.ts';
import type { App } from '../platform/app.ts';
import type { Json } from '../platform/broadcast.ts';

/** The topics of a trigger on accounts and keys, and of ended sessions, with the account id as payload. */
const topics = ['account.changed', 'sessions.ended'];

interface Found {
  accountId: string;
}

interface Store {
  /** Credentials that were looked up, and when. */
  found: LRUCache<string, { value: Found; at: number }>;
  /** When an account's credentials changed. */
  changed: LRUCache<string, number>;
  /** When credentials of any account changed, or changes may have been missed. */
  changes: number;
}

const max = 5000;
const stores = new WeakMap<App['broadcast'], Store>();

/**
 * Returns what a credential was resolved to within the last seconds, or else resolves it. For reads only, so that a
 * busy client's requests do not each look up the same. A change of the account is known in this process at once, and
 * in others as soon as a broadcast takes. Over Redis, which no trigger reaches, everything is looked up.
 */
export async function findRecent<T extends Found>(
  app: App,
  credential: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const life = seconds(app.config.SESSION_CACHE_SECONDS);
  if (life === 0 || app.config.REDIS_URL !== '' || app.db.isTransaction) return find();
  const store = storeOf(app);
  const key = tokenHash(credential).toString('base64url');
  const known = store.found.get(key);
  const now = performance.now();
  if (known && now - known.at < life && !(known.at <= (store.changed.get(known.value.accountId) ?? -1)))
    return known.value as T;
  const { changes } = store;
  const value = await find();
  if (value && store.changes === changes) store.found.set(key, { value, at: now });
  return value;
}

/** Forgets what is known of an account's credentials in this process. */
export function forgetRecent({ broadcast }: Pick<App, 'broadcast'>, accountId: string): void {
  const store = stores.get(broadcast);
  if (!store) return;
  store.changes += 1;
  store.changed.set(accountId, Math.max(store.changed.get(accountId) ?? 0, performance.now()));
}

/** How long a write is waited for. One that takes longer is known by the trigger's broadcast. */
const writing = seconds(5);

/**
 * Remembers nothing of an account for some seconds from the start of a write, because the response may be read, and
 * the next page asked for, before the broadcast of the change takes.
 */
export function forgetForWrite(app: App, accountId: string): void {
  if (seconds(app.config.SESSION_CACHE_SECONDS) === 0) return;
  storeOf(app).changed.set(accountId, performance.now() + writing);
}

function storeOf({ broadcast }: Pick<App, 'broadcast'>): Store {
  const known = stores.get(broadcast);
  if (known) return known;
  const store: Store = {
    // `maxSize` rather than `max`, which would allocate the space immediately.
    found: new LRUCache({ maxSize: max, sizeCalculation: () => 1 }),
    changed: new LRUCache({ maxSize: max, sizeCalculation: () => 1 }),
    changes: 0,
  };
  stores.set(broadcast, store);
  for (const topic of topics)
    broadcast.subscribe(topic, (payload: Json) => forgetRecent({ broadcast }, payload as string));
  broadcast.onGap(() => {
    store.changes += 1;
    store.found.clear();
  });
  return store;
}
