import type { App } from '../../platform/app.ts';

/** Somebody has taken the steps that newcomers are led through, or wants none of them. */
export async function finishFirstSteps({ db, clock }: App, accountId: string): Promise<void> {
  await db
    .updateTable('identity.account')
    .set({ started_at: clock.now() })
    .where('id', '=', accountId)
    .where('started_at', 'is', null)
    .execute();
}
