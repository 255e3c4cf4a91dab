import { sql } from 'kysely';
import { days, hours } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';

const rankingsLast = hours(12);
/** Lists that one statement deletes, each with hundreds of entries. */
const atOnce = 200;

/** Gives up the lists of those who have not been here for a while; theirs are made anew when they return. */
export async function purgeLists(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  const before = new Date(now - days(app.config.FEED_DAYS));
  for (let deleted = atOnce; deleted === atOnce;) {
    const { rows } = await sql`
      delete from social.feed where viewed_at < ${before} and account_id = any(array(
        select account_id from social.feed where viewed_at < ${before} order by viewed_at limit ${sql.lit(atOnce)}
      )) returning 1`.execute(app.db);
    deleted = rows.length;
  }
  await app.db
    .deleteFrom('social.feed_ranking')
    .where('at', '<', new Date(now - rankingsLast))
    .execute();
}
