import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { days, minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, type Rules, inTransaction, type Viewer } from '../../platform/app.ts';
import { findPlan, type Period, type MembershipPlan, type Seller } from '../monetization/plan.ts';
import { type Money, toMoney } from '../wallet/money.ts';
import { lockBuyer, refuseAgent, refusePriceMismatch, sell } from '../wallet/sales.ts';
import { addPeriods, getPayee, notifyMoney, type Terms } from './membership.ts';
import { renewMembership } from './renewal.ts';

const managing: Rules = { name: 'memberships.manage', who: 'member', limit: perAccount(60, minutes(5)) };

/**
 * Subscribes to a plan. The first period is paid from the wallet, or is a free trial for people who never
 * subscribed to the seller. Returns the id of the subscription.
 * @param shown the price that the subscriber saw, such as `4.50`
 * @param terms those of the plan that they saw, from `shownTerms`
 */
export const subscribeToPlan = verb(
  { name: 'memberships.subscribe', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, viewer: Viewer, planId: string, shown?: string, terms?: string): Promise<string> => {
    return inTransaction(app, async (app) => {
      await lockBuyer(app, viewer);
      const plan = await lockPlan(app, viewer, planId);
      const { seller } = plan;
      const payee = await getPayee(app, seller, viewer.id);
      const before = await getBefore(app, viewer, seller);
      if (before === 'active')
        throw new Problem('conflict', msg('You already subscribe. Change the plan instead.'), {
          field: 'plan_id',
        });
      const price = toMoney(plan.price);
      refusePriceMismatch(app, price, shown);
      refuseOtherTerms(plan, terms);
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
  },
);

/** Locks the plan so that it is neither changed nor deleted before the subscription is stored, and returns it. */
async function lockPlan(app: App, viewer: Viewer, id: string): Promise<MembershipPlan> {
  await app.db.selectFrom('social.plan').where('id', '=', id).select('id').forShare().execute();
  return findPlan(app, viewer, id);
}

/** What a plan costs from the next payment on, as its buyers confirm it: `4.50/1/month`. */
export const shownTerms = ({ price, periodNum, period }: Terms): string => `${price}/${periodNum}/${period}`;

/** Throws if a subscriber saw other terms of the plan. */
function refuseOtherTerms(plan: Terms, shown: string | undefined): void {
  const terms = shownTerms(plan);
  if (shown !== undefined && shown !== terms)
    throw new Problem(
      'conflict',
      msg('The terms of this plan are now {terms}. Check them and try again.', { terms }),
      {
        field: 'terms',
      },
    );
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
export const changePlan = verb(
  managing,
  (app: App, viewer: Viewer, id: string, planId: string, shown?: string, agreed?: string): Promise<void> =>
    inTransaction(app, async (app) => {
      await lockBuyer(app, viewer);
      const { row, plan, due } = await prepare(app, viewer, id, planId);
      refuseOtherTerms(plan, agreed);
      const change = app.db.updateTable('social.membership').where('id', '=', id);
      if (due === null) {
        const next = plan.id === row.plan_id ? null : plan.id;
        await change
          .set({
            ...{ next_plan_id: next, canceled_at: null },
            ...{ next_price: plan.price, next_period: plan.period, next_period_num: plan.periodNum },
          })
          .execute();
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
    }),
);

async function prepare(app: App, viewer: Viewer, id: string, planId: string) {
  const { row, isPastDue } = await lockOwnMembership(app, viewer, id);
  if (isPastDue) throw new Problem('conflict', msg('Pay for the current period first'));
  const plan = await lockPlan(app, viewer, planId);
  if (
    plan.seller.id !== (row.page_id ?? row.seller_id) ||
    (plan.seller.type === 'page') !== (row.page_id !== null)
  )
    throw invalid('plan_id', msg('Choose a plan of the same seller'));
  if (plan.id === row.plan_id && row.next_plan_id === null)
    throw invalid('plan_id', msg('You already have this plan'));
  return { row, plan, due: plan.id === row.plan_id ? null : dueNow(app, row, plan) };
}

/** Returns what is due now: nothing within a trial, and null if the change applies with the next renewal. */
function dueNow(
  { clock }: App,
  row: Awaited<ReturnType<typeof lockOwnMembership>>['row'],
  plan: MembershipPlan,
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

/** Cancels a subscription of the viewer at the end of the paid period. */
export const cancelMembership = verb(managing, (app: App, viewer: Viewer, id: string): Promise<void> =>
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
  }),
);

/** Reverses the cancellation of an active subscription. */
export const resumeMembership = verb(managing, (app: App, viewer: Viewer, id: string): Promise<void> =>
  inTransaction(app, async (app) => {
    await lockOwnMembership(app, viewer, id);
    await app.db.updateTable('social.membership').set({ canceled_at: null }).where('id', '=', id).execute();
  }),
);

/** Retries the payment of a past due renewal now. */
export const renewNow = verb(managing, (app: App, viewer: Viewer, id: string): Promise<void> =>
  inTransaction(app, async (app) => {
    refuseAgent(viewer);
    const { isPastDue } = await lockOwnMembership(app, viewer, id);
    if (!isPastDue) throw new Problem('conflict', msg('This subscription is paid'));
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
      throw new Problem('unpaid', msg('Your balance does not cover this. Top up your wallet first.'), {
        code: 'insufficient_funds',
      });
  }),
);

/** Locks and returns an active subscription of the viewer. */
async function lockOwnMembership({ db }: App, viewer: Pick<Viewer, 'id'>, id: string) {
  const row = await db
    .selectFrom('social.membership')
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw missing(msg('Subscription'));
  if (row.ended_at)
    throw new Problem('conflict', msg('This subscription has ended. Subscribe again instead.'));
  return { row, isPastDue: row.past_due_at !== null, canceledAt: row.canceled_at };
}
