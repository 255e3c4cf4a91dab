import { sql } from 'kysely';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { trimList } from './build-list.ts';

/** Who comes back after this has been away: what they had seen until then is old from now on. */
const awayAfter = minutes(30);

/**
 * Notes what somebody has been shown of their feed. Returns the newest post that they had seen before their present visit
 * began; undefined on the first one.
 */
export async function noteVisit(app: App, me: string, newest: string): Promise<string | undefined> {
  const now = app.clock.now();
  const isBack = sql<boolean>`visited_at < ${new Date(now.getTime() - awayAfter)}`;
  const visit = await app.db
    .updateTable('social.feed')
    .set({
      mark_id: sql`case when ${isBack} then seen_id else mark_id end`,
      seen_id: sql`greatest(seen_id, ${newest}::bigint)`,
      visited_at: now,
      looked_at: now,
    })
    .where('account_id', '=', me)
    .returning(['mark_id', 'seen_id'])
    .executeTakeFirst();
  if (!visit || visit.mark_id === '0') return undefined;
  await trimList(app, me);
  return visit.mark_id;
}
