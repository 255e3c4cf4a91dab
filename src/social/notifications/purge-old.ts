import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

const cachedFor = days(90);
/** Notifications that one statement deletes, with all who did it. */
const atOnce = 1000;

/** What was told a quarter of a year ago is no news. */
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
