import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

const atOnce = 1000;

/** Deletes reports of visitors after a month and those of members after two years, in batches. */
export async function purgeReports({ db, clock }: App): Promise<void> {
  const before = (count: number) => new Date(clock.now().getTime() - days(count));
  for (;;) {
    const { rows } = await sql`
      delete from paid.audit where id in (
        select id from paid.audit
        where created_at < ${before(30)} and (account_id is null or created_at < ${before(730)})
        limit ${sql.lit(atOnce)})
      returning id`.execute(db);
    if (rows.length < atOnce) return;
  }
}
