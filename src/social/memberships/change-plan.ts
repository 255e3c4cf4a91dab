import { t } from '../../kernel/translation/translate.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { findPlan } from '../monetization/find-plans.ts';
import type { Period, Plan } from '../monetization/plan.ts';
import type { Terms } from './membership.ts';
import type { Money } from '../wallet/money/money.ts';
import { toMoney } from '../wallet/money/to-money.ts';
import { addPeriods } from './billing/add-periods.ts';
import { getPayee } from './billing/find-payee.ts';
import { lockBuyer, refusePriceMismatch, sell } from '../wallet/sales/sell.ts';
import { notifyMoney } from './billing/notify-money.ts';
import { lockOwnMembership } from './manage-membership.ts';

/** Returns the price of a plan change due now, or null if the plan changes with the next renewal. */
export async function quoteChange(
  app: App,
  viewer: Viewer,
  id: string,
  planId: string,
): Promise<Money | null> {
  const { due } = await inTransaction(app, (app) => prepare(app, viewer, id, planId));
  return due;
}

/**
 * Changes a subscription to another plan of the same seller. An upgrade, with a higher price per day, applies
 * immediately for its price minus the unused part of the paid period. A downgrade applies from the next
 * renewal on. A trial includes less expensive plans. A more expensive one ends it and is paid in full.
 */
export const changePlan = (
  app: App,
  viewer: Viewer,
  id: string,
  planId: string,
  shown?: string,
): Promise<void> =>
  inTransaction(app, async (app) => {
    await lockBuyer(app, viewer);
    const { row, plan, due } = await prepare(app, viewer, id, planId);
    const change = app.db.updateTable('social.membership').where('id', '=', id);
    if (due === null) {
      const next = plan.id === row.plan_id ? null : plan.id;
      await change.set({ next_plan_id: next, canceled_at: null }).execute();
      return;
    }
    refusePriceMismatch(app, due, shown);
    const payee = await getPayee(app, plan.seller, viewer.id);
    const now = app.clock.now();
    const terms = { plan_id: plan.id, price: plan.price, period: plan.period, period_num: plan.periodNum };
    const isFree = due === 0n;
    const until = isFree ? row.period_end : addPeriods(now, plan, 1);
    await change
      .set({
        ...terms,
        next_plan_id: null,
        canceled_at: null,
        ...(!isFree && {
          is_trial: false,
          anchor_at: now,
          renewals: 0,
          period_start: now,
          period_end: until,
          next_try_at: until,
        }),
      })
      .execute();
    if (!isFree)
      await sell(app, {
        kind: 'membership',
        buyerId: viewer.id,
        payeeId: payee,
        pageId: row.page_id ?? undefined,
        planId: plan.id,
        membershipId: id,
        amount: due,
        key: `membership:${id}:${now.getTime()}:${plan.id}`,
      });
    await notifyMoney(app, viewer.id, 'plan_changed', due);
    await notifyMoney(app, payee, 'subscriber_changed', due);
  });

async function prepare(app: App, viewer: Viewer, id: string, planId: string) {
  const { row, isPastDue } = await lockOwnMembership(app, viewer, id);
  if (isPastDue) throw new Problem('conflict', t('Pay for the current period first'));
  const plan = await findPlan(app, viewer, planId);
  if (
    plan.seller.id !== (row.page_id ?? row.seller_id) ||
    (plan.seller.type === 'page') !== (row.page_id !== null)
  )
    throw invalid('plan_id', t('Choose a plan of the same seller'));
  if (plan.id === row.plan_id && row.next_plan_id === null)
    throw invalid('plan_id', t('You already have this plan'));
  return { row, plan, due: plan.id === row.plan_id ? null : dueNow(app, row, plan) };
}

/** Returns what is due now: nothing within a trial, and null if the change applies with the next renewal. */
function dueNow(
  { clock }: App,
  row: Awaited<ReturnType<typeof lockOwnMembership>>['row'],
  plan: Plan,
): Money | null {
  const now = clock.now();
  const [paid, price] = [toMoney(row.price), toMoney(plan.price)];
  const length = (terms: Pick<Terms, 'period' | 'periodNum'>) =>
    addPeriods(now, terms, 1).getTime() - now.getTime();
  if (row.is_trial) {
    const own = length({ period: row.period as Period, periodNum: row.period_num });
    return price * BigInt(own) > paid * BigInt(length(plan)) ? price : 0n;
  }
  const [start, end] = [row.period_start.getTime(), row.period_end.getTime()];
  // Compares prices per day without division.
  if (price * BigInt(end - start) <= paid * BigInt(length(plan))) return null;
  const left = (paid * BigInt(Math.max(0, end - now.getTime()))) / BigInt(end - start);
  const due = price - left;
  // Round up to whole hundredths.
  return due <= 0n ? null : ((due + 9_999n) / 10_000n) * 10_000n;
}
