import { sql } from 'kysely';
import { throttle } from '../../kernel/throttle.ts';
import type { App } from '../../platform/app.ts';
import type { LiveKind } from '../live/event.ts';
import type { Live } from '../live/open-live.ts';
import { onPost } from './announce-post.ts';
import { readersOf } from './readers-of.ts';

/** Signals that a feed may have new posts. The page requests the details from its own position. */
export const feedLiveKind: LiveKind = { name: 'feed', isState: true, read: () => ({}) };

/** Minimum time between two signals of new posts, in milliseconds. */
const pause = 500;
/**
 * Maximum number of posts whose readers are determined. If more arrive at once, all connected accounts are
 * signaled.
 */
const maxScanned = 50;

/**
 * Signals new posts to the connected readers whose feeds include them. Returns the function to unsubscribe.
 */
export function signalNewPosts(app: App, live: Live): () => void {
  const waiting = new Set<string>();
  const signal = throttle(() => {
    const ids = [...waiting];
    waiting.clear();
    void readersAmong(app, ids, live.accounts()).then(
      (readers) => live.signal(readers, 'feed'),
      (error: unknown) => app.log.warn({ err: error }, 'new posts could not be announced'),
    );
  }, pause);
  return onPost(app, (postId) => {
    if (live.accounts().length === 0) return;
    if (waiting.size <= maxScanned) waiting.add(postId);
    signal();
  });
}

async function readersAmong(
  { db }: App,
  postIds: readonly string[],
  accountIds: readonly string[],
): Promise<readonly string[]> {
  if (postIds.length > maxScanned) return accountIds;
  const posts = await db
    .selectFrom('social.post')
    .where('id', '=', sql<string>`any(${postIds}::bigint[])`)
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .select(['author_id', 'page_id', 'privacy'])
    .execute();
  const readers = new Set<string>();
  for (const post of posts) {
    const { rows } = await sql<{ id: string }>`
      select reader.account_id::text as id from (${readersOf(post)}) as reader
      where reader.account_id = any(${accountIds}::bigint[]) and reader.account_id <> ${post.author_id}`.execute(
      db,
    );
    for (const { id } of rows) readers.add(id);
  }
  return [...readers];
}
