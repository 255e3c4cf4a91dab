import type { App } from '../../../platform/app.ts';
import type { ClickTotal } from './click-totals.ts';

/** Returns the total clicks of an account, and the time of the first click with hourly counts. */
export async function accountTotal(
  { db }: Pick<App, 'db'>,
  accountId: string,
): Promise<ClickTotal & { since: Date | null }> {
  const row = await db
    .selectFrom('links.account_total')
    .where('account_id', '=', accountId)
    .select((total) => [
      'clicks',
      'imported_clicks',
      'uniques',
      'last_click_at',
      total
        .selectFrom('links.account_hour as first')
        .whereRef('first.account_id', '=', 'links.account_total.account_id')
        .orderBy('hour')
        .limit(1)
        .select('hour')
        .as('since'),
    ])
    .executeTakeFirst();
  return {
    clicks: Number(row?.clicks ?? 0),
    imported: Number(row?.imported_clicks ?? 0),
    uniques: Number(row?.uniques ?? 0),
    lastClickAt: row?.last_click_at ?? null,
    since: row?.since ?? null,
  };
}
