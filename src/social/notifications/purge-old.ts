import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

const cachedFor = days(90);
/** Notifications deleted per statement, with their actors. */
const atOnce = 1000;

/** Deletes notifications after a retention of a quarter of a year. */
export async function purgeOldNotifications(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - cachedFor);
  for (let deleted = atOnce; deleted === atOnce;) {
    const { rows } = await sql`
      delete from social.notification where id = any(array(
        select id from social.notification where at < ${before} order by at limit ${sql.lit(atOnce)}
      )) returning 1`.execute(app.db);
    deleted = rows.length;
  }
}
