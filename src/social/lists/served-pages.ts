import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { NumberedPage } from '../../platform/database/queries.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { perProcess } from '../../platform/remembered.ts';

/** A session that reads a list. */
export type ListReader = Pick<Caller, 'sessionId' | 'agent'> & { accountId: string };

export const readerOf = ({ sessionId, agent }: Caller, { id }: { id: string }): ListReader => ({
  accountId: id,
  sessionId,
  agent,
});

/** How long a page can be continued. */
const life = hours(1);
/** Pages of a list that are remembered. Later ones are read by their number. */
const maxPages = 50;
/** Pages read to find the place where the previous page ended. */
const maxReads = 6;

interface Steady<T> {
  /** Names the list and its filters. */
  list: string;
  /** From 0. */
  page: number;
  idOf: (item: T) => string;
  load: (page: number) => Promise<NumberedPage<T>>;
  /** Loads what follows these ids, for lists that can. The last one was served last. */
  loadAfter?: (served: readonly string[]) => Promise<NumberedPage<T>>;
}

/**
 * Returns a page of a list for clients that count pages. It continues where the previous page of the same
 * session ended, whatever was added or deleted since, so a client that reads page after page gets each entry
 * once. Without a previous page, returns the page with that number.
 */
export async function getSteadyPage<T>(
  app: App,
  reader: ListReader,
  { list, page, idOf, load, loadAfter }: Steady<T>,
): Promise<NumberedPage<T>> {
  const served = page === 0 ? [] : await getServed(app, reader, list);
  const before = page > 0 && page < maxPages && served.length >= page ? served.slice(0, page) : [];
  const result =
    before.length === 0
      ? await load(page)
      : loadAfter
        ? await loadAfter(before.flat())
        : await loadBehind(before, { page, idOf, load });
  // A single page needs no continuation.
  if (result.hasMore && before.length === page && page < maxPages)
    await recordServed(app, reader, list, [...before, result.items.map(idOf)], served);
  return result;
}

async function getServed(app: App, reader: ListReader, list: string): Promise<string[][]> {
  const row = await app.db
    .selectFrom('social.served_page')
    .select('pages')
    .where('account_id', '=', reader.accountId)
    .where('reader', '=', nameOf(reader))
    .where('list', '=', list)
    .where('served_at', '>', new Date(app.clock.now().getTime() - life))
    .executeTakeFirst();
  return (row?.pages ?? []) as string[][];
}

/** What this process recorded last, so that clients that poll a first page do not write it each time. */
const recordedBy = perProcess(() => new LRUCache<string, string>({ max: 2000, ttl: life / 2 }));

/** An unchanged row is written only when it would soon expire. */
async function recordServed(
  app: App,
  reader: ListReader,
  list: string,
  pages: readonly string[][],
  before: readonly string[][],
): Promise<void> {
  if (pages.length > 1 && JSON.stringify(before) === JSON.stringify(pages)) return;
  const now = app.clock.now();
  const row = { pages: JSON.stringify(pages), served_at: now };
  const key = `${reader.accountId} ${nameOf(reader)} ${list}`;
  if (pages.length === 1 && recordedBy(app).get(key) === row.pages) return;
  await app.db
    .insertInto('social.served_page')
    .values({ account_id: reader.accountId, reader: nameOf(reader), list, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'reader', 'list'])
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb(sql`served_page.pages`, '<>', sql`excluded.pages`),
            eb(sql<Date>`served_page.served_at`, '<', new Date(now.getTime() - life / 2)),
          ]),
        ),
    )
    .execute();
  recordedBy(app).set(key, row.pages);
}

const nameOf = ({ sessionId, agent }: ListReader): string =>
  agent ? `agent:${agent.id}` : (sessionId ?? '');

/** Loads what is behind the last entry that was served, by reading the list around it. */
async function loadBehind<T>(
  served: readonly (readonly string[])[],
  { page, idOf, load }: Pick<Steady<T>, 'page' | 'idOf' | 'load'>,
): Promise<NumberedPage<T>> {
  const known = new Set(served.flat());
  const size = Math.max(...served.map(({ length }) => length));
  let reads = 1;
  let from = page - 1;
  let { items, hasMore } = await load(from);
  // More was deleted than a page holds.
  for (; from > 0 && reads < maxReads && !items.some((item) => known.has(idOf(item))); reads += 1)
    ({ items, hasMore } = await load((from -= 1)));
  const behind = () => {
    const rest = items.slice(items.findLastIndex((item) => known.has(idOf(item))) + 1);
    return rest.filter((item, index) => rest.findIndex((each) => idOf(each) === idOf(item)) === index);
  };
  for (let to = from + 1; hasMore && reads < maxReads && behind().length < size; to += 1, reads += 1) {
    const next = await load(to);
    items = [...items, ...next.items];
    hasMore = next.hasMore;
  }
  const rest = behind();
  return { items: rest.slice(0, size), hasMore: hasMore || rest.length > size };
}

/** Deletes pages that can no longer be continued. */
export async function purgeServedPages({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - life);
  await db.deleteFrom('social.served_page').where('served_at', '<', before).execute();
}
