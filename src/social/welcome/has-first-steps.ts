import type { App } from '../../platform/app.ts';

/** Whether somebody has the first steps before them. */
export async function hasFirstSteps({ db }: App, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.account')
    .select('started_at')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.started_at === null;
}
