import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** Rows a statement, so that none of them takes long. */
const atOnce = 5000;

/** Deletes answers whose time is over. */
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
