import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { firstIdAt } from '../click.ts';
import { addClickMonths, dropOldClickMonths, findEarlierClicks } from './click-months.ts';
import { startOfStep, utcDay } from '../statistics/statistics-range.ts';

/** Rows per statement, so that no statement takes long or blocks others. */
const batchSize = 10_000;

/**
 * Enforces retention. Deletes salts and visitors of the day before yesterday, after which clicks are
 * anonymous, and clicks and counts once their whole month exceeds the configured age. A link's totals stay.
 */
export async function purgeOldClicks(app: App): Promise<void> {
  const { HOP_CLICK_DAYS, HOP_STATISTICS_DAYS } = app.config;
  const now = app.clock.now().getTime();
  const yesterday = utcDay(new Date(now - days(1)));
  await sql`delete from links.visitor_salt where day < ${yesterday}`.execute(app.db);
  await deleteInParts(app, sql`links.visitor`, sql`day < ${yesterday}`);
  if (HOP_STATISTICS_DAYS > 0) {
    // Whole months, so that hourly, daily and monthly counts match.
    const oldest = startOfStep(new Date(now - days(HOP_STATISTICS_DAYS)), 'month');
    for (const table of [sql`links.click_day`, sql`links.account_day`])
      await deleteInParts(app, table, sql`day < ${utcDay(oldest)}`);
    for (const table of [sql`links.click_month`, sql`links.account_month`])
      await deleteInParts(app, table, sql`month < ${utcDay(oldest)}`);
    for (const table of [sql`links.click_hour`, sql`links.account_hour`])
      await deleteInParts(app, table, sql`hour < ${oldest}`);
  }
  await addClickMonths(app);
  if (HOP_CLICK_DAYS > 0) {
    const oldest = new Date(now - days(HOP_CLICK_DAYS));
    await dropOldClickMonths(app, oldest);
    const earlier = await findEarlierClicks(app);
    if (earlier)
      await deleteInParts(app, sql`links.${sql.ref(earlier)}`, sql`id < ${firstIdAt(oldest)}::uuid`);
    await deleteInParts(app, sql`links.latest_click`, sql`at < ${oldest}`);
  }
}

async function deleteInParts(
  { db }: Pick<App, 'db'>,
  table: RawBuilder<unknown>,
  old: RawBuilder<unknown>,
): Promise<void> {
  let deleted: bigint | undefined;
  do {
    ({ numAffectedRows: deleted } = await sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${old} limit ${batchSize}))`.execute(
      db,
    ));
  } while (deleted === BigInt(batchSize));
}
