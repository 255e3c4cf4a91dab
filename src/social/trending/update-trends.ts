import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { rankPosts } from './rank-posts.ts';
import { rankTags } from './rank-tags.ts';
import { periodRules, trendPeriods, type TrendPeriod } from './trend.ts';

/** Updates the trends of each due period. Skips periods that another process is updating. */
export async function updateTrends(app: App): Promise<void> {
  for (const period of trendPeriods)
    await inTransaction(app, async (app) => {
      if (await claimPeriod(app, period)) await workOut(app, period);
    });
}

/** Whether the period is due and this process holds its lock. */
async function claimPeriod({ db, clock }: App, period: TrendPeriod): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`trend ${period}`}, 0)) as free`.execute(db);
  if (!rows[0]?.free) return false;
  const fresh = await db
    .selectFrom('social.trend_run')
    .where('period', '=', period)
    .where('ran_at', '>', new Date(clock.now().getTime() - periodRules[period].every))
    .select('period')
    .executeTakeFirst();
  return !fresh;
}

async function workOut(app: App, period: TrendPeriod): Promise<void> {
  // Ranking a month on a large site needs more memory and time than a page query.
  await sql`set local work_mem = '64MB'`.execute(app.db);
  await sql`set local statement_timeout = '120s'`.execute(app.db);
  // A plan for any period would expect few actions, and look up each of a month's on its own.
  await sql`set local plan_cache_mode = force_custom_plan`.execute(app.db);
  const now = app.clock.now();
  const rule = periodRules[period];
  const window = { now, since: new Date(now.getTime() - rule.length), halfLife: rule.halfLife / 1000 };
  await app.db.deleteFrom('social.trend').where('period', '=', period).execute();
  await rankPosts(app, period, window);
  await app.db.deleteFrom('social.trend_tag').where('period', '=', period).execute();
  await rankTags(app, period, window);
  await app.db
    .insertInto('social.trend_run')
    .values({ period, ran_at: now })
    .onConflict((conflict) => conflict.column('period').doUpdateSet({ ran_at: now }))
    .execute();
}
