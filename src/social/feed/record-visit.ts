import { sql } from 'kysely';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { trimList } from './ids/build-list.ts';
import type { Visit } from './ids/stored-ids.ts';

/** After this long an absence, the posts seen before count as old. */
const awayAfter = minutes(30);

/** A visit is recorded again after this time or when a newer post was seen, not with every page. */
const recordInterval = minutes(1);

/**
 * Records what a viewer has seen of their feed, given the `known` visit loaded with it. Returns the newest
 * post seen before the present visit, or undefined on the first visit.
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
    known.visitedAt !== null && away < recordInterval && BigInt(newest ?? 0) <= BigInt(known.seenId);
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
