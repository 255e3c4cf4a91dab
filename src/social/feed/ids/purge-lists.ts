import { sql } from 'kysely';
import { days, hours } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';

const rankingsLast = hours(12);
/** Lists deleted per statement, each with hundreds of entries. */
const atOnce = 200;

/** Deletes the stored lists of inactive members. A list is rebuilt when its owner returns. */
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
