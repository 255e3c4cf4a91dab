import { sql } from 'kysely';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { trimList } from './ids/build-list.ts';
import type { Visit } from './ids/stored-ids.ts';

/** After this long away, posts that a person had seen count as old. */
const awayAfter = minutes(30);

/** A visit is written down again after this, or when something newer was seen: not at each page. */
const notedEvery = minutes(1);

/**
 * Notes what somebody has been shown of their feed, beside what was known when it was read. Returns the newest post that they
 * had seen before their present visit began; undefined on the first one.
 */
export async function recordVisit(
  app: App,
  me: string,
  newest: string | undefined,
  known: Visit | undefined,
): Promise<string | undefined> {
  const now = app.clock.now();
  if (!known) return undefined;
  const away = known.visitedAt ? now.getTime() - known.visitedAt.getTime() : 0;
  const isNoted =
    known.visitedAt !== null && away < notedEvery && BigInt(newest ?? 0) <= BigInt(known.seenId);
  const lastSeenId = away > awayAfter ? known.seenId : known.lastReadId;
  if (newest !== undefined && !isNoted) {
    await app.db
      .updateTable('social.feed')
      .set({
        mark_id: lastSeenId,
        seen_id: sql`greatest(seen_id, ${newest}::bigint)`,
        visited_at: now,
        viewed_at: now,
      })
      .where('account_id', '=', me)
      .execute();
    if (away > awayAfter) await trimList(app, me);
  }
  return lastSeenId === '0' ? undefined : lastSeenId;
}
