import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** Rows per statement, so that no statement takes long. */
const atOnce = 5000;

/** Deletes responses whose retention period has ended. */
export async function purgeAnswers({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  let deleted: bigint | undefined;
  do {
    ({ numAffectedRows: deleted } = await sql`
      delete from links.overlay_answer where id = any(array(
        select id from links.overlay_answer where expires_at <= ${clock.now()} order by expires_at limit ${atOnce}))`.execute(
      db,
    ));
  } while (deleted === BigInt(atOnce));
}
