import { t } from '../../kernel/translation/translate.ts';
import { missing, Problem } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { findPlan } from '../monetization/find-plans.ts';
import type { Seller } from '../monetization/plan.ts';
import { toMoney } from '../wallet/money/to-money.ts';
import { addPeriods } from './billing/add-periods.ts';
import { getPayee } from './billing/find-payee.ts';
import { lockBuyer, refusePriceMismatch, sell } from '../wallet/sales/sell.ts';
import { notifyMoney } from './billing/notify-money.ts';

/**
 * Subscribes to a plan. The first period is paid from the wallet, or is a free trial for people who never
 * subscribed to the seller. Returns the id of the subscription.
 * @param shown the price that the subscriber saw, such as `4.50`
 */
export async function subscribe(app: App, viewer: Viewer, planId: string, shown?: string): Promise<string> {
  return inTransaction(app, async (app) => {
    await lockBuyer(app, viewer);
    const plan = await findPlan(app, viewer, planId);
    await lockPlan(app, plan.id);
    const { seller } = plan;
    const payee = await getPayee(app, seller, viewer.id);
    const before = await getBefore(app, viewer, seller);
    if (before === 'active')
      throw new Problem('conflict', t('You already subscribe. Change the plan instead.'), {
        field: 'plan_id',
      });
    const price = toMoney(plan.price);
    refusePriceMismatch(app, price, shown);
    const now = app.clock.now();
    const isTrial = plan.trialDays > 0 && before === 'never';
    const end = isTrial ? new Date(now.getTime() + days(plan.trialDays)) : addPeriods(now, plan, 1);
    const { id } = await app.db
      .insertInto('social.membership')
      .values({
        account_id: viewer.id,
        plan_id: plan.id,
        seller_id: seller.type === 'profile' ? seller.id : null,
        page_id: seller.type === 'page' ? seller.id : null,
        price: plan.price,
        period: plan.period,
        period_num: plan.periodNum,
        started_at: now,
        anchor_at: now,
        period_start: now,
        period_end: end,
        next_try_at: end,
        is_trial: isTrial,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (!isTrial)
      await sell(app, {
        kind: 'membership',
        buyerId: viewer.id,
        payeeId: payee,
        pageId: seller.type === 'page' ? seller.id : undefined,
        planId: plan.id,
        membershipId: id,
        amount: price,
        key: `membership:${id}:${now.getTime()}`,
      });
    await notifyMoney(app, viewer.id, isTrial ? 'trial' : 'subscribed', price);
    await notifyMoney(app, payee, isTrial ? 'trial_subscriber' : 'subscriber', price);
    return id;
  });
}

/** Locks the plan so that it cannot be deleted before the subscription is stored. */
async function lockPlan({ db }: App, id: string): Promise<void> {
  const held = await db
    .selectFrom('social.plan')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .forShare()
    .executeTakeFirst();
  if (!held) throw missing(t('Plan'));
}

/** Whether the viewer is eligible for a free trial: once per seller. */
export const isEligibleForTrial = async (app: App, viewer: Viewer, seller: Seller): Promise<boolean> =>
  (await getBefore(app, viewer, seller)) === 'never';

async function getBefore(
  { db }: App,
  viewer: Viewer,
  { type, id }: Seller,
): Promise<'never' | 'ended' | 'active'> {
  const last = await db
    .selectFrom('social.membership')
    .where('account_id', '=', viewer.id)
    .where(type === 'page' ? 'page_id' : 'seller_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .select('ended_at')
    .executeTakeFirst();
  if (!last) return 'never';
  return last.ended_at === null ? 'active' : 'ended';
}
