import type { App } from '../../platform/app.ts';

/** Records that a new member has completed or skipped the onboarding steps. */
export async function finishFirstSteps({ db, clock }: App, accountId: string): Promise<void> {
  await db
    .updateTable('identity.account')
    .set({ started_at: clock.now() })
    .where('id', '=', accountId)
    .where('started_at', 'is', null)
    .execute();
}
