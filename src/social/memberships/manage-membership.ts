import { t } from '../../kernel/translation/translate.ts';
import { missing, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { refuseAgent } from '../wallet/sales/sell.ts';
import { renewMembership } from './billing/renew.ts';

/** Cancels a subscription of the viewer at the end of the paid period. */
export const cancelMembership = (app: App, viewer: Viewer, id: string): Promise<void> =>
  inTransaction(app, async (app) => {
    const { isPastDue, canceledAt } = await lockOwnMembership(app, viewer, id);
    if (canceledAt) return;
    const now = app.clock.now();
    await app.db
      .updateTable('social.membership')
      // An unpaid subscription has no paid period left and ends immediately.
      .set({ canceled_at: now, next_plan_id: null, ...(isPastDue && { next_try_at: now }) })
      .where('id', '=', id)
      .execute();
    if (isPastDue) await renewMembership(app, id);
  });

/** Reverses the cancellation of an active subscription. */
export const resumeMembership = (app: App, viewer: Viewer, id: string): Promise<void> =>
  inTransaction(app, async (app) => {
    await lockOwnMembership(app, viewer, id);
    await app.db.updateTable('social.membership').set({ canceled_at: null }).where('id', '=', id).execute();
  });

/** Retries the payment of a past due renewal now. */
export const renewNow = (app: App, viewer: Viewer, id: string): Promise<void> =>
  inTransaction(app, async (app) => {
    refuseAgent(viewer);
    const { isPastDue } = await lockOwnMembership(app, viewer, id);
    if (!isPastDue) throw new Problem('conflict', t('This subscription is paid'));
    await app.db
      .updateTable('social.membership')
      .set({ next_try_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    await renewMembership(app, id);
    const row = await app.db
      .selectFrom('social.membership')
      .where('id', '=', id)
      .select('past_due_at')
      .executeTakeFirstOrThrow();
    if (row.past_due_at !== null)
      throw new Problem('unpaid', t('Your balance does not cover this. Top up your wallet first.'), {
        code: 'insufficient_funds',
      });
  });

/** Locks and returns an active subscription of the viewer. */
export async function lockOwnMembership({ db }: App, viewer: Pick<Viewer, 'id'>, id: string) {
  const row = await db
    .selectFrom('social.membership')
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw missing(t('Subscription'));
  if (row.ended_at) throw new Problem('conflict', t('This subscription has ended. Subscribe again instead.'));
  return { row, isPastDue: row.past_due_at !== null, canceledAt: row.canceled_at };
}
