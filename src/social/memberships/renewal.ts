import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { isLive } from '../../identity/account/people.ts';
import { Id } from '../../kernel/input.ts';
import { Problem } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { job, jobOf } from '../../platform/jobs/jobs.ts';
import type { Period, Seller } from '../monetization/plan.ts';
import { notifyNewTerms } from '../monetization/plans.ts';
import { toMoney } from '../wallet/money.ts';
import { sell } from '../wallet/sales.ts';
import {
  addPeriods,
  type EndReason,
  findPayee,
  grace,
  notice,
  notifyMoney,
  type Terms,
} from './membership.ts';

const atOnce = 200;

/**
 * Renews or ends all due subscriptions, each in its own transaction. Failures are retried in the next run.
 */
export async function renewDue(app: App): Promise<void> {
  let after = '0';
  for (;;) {
    const due = await app.db
      .selectFrom('social.membership')
      .where('ended_at', 'is', null)
      .where('next_try_at', '<=', app.clock.now())
      .where('id', '>', after)
      .orderBy('id')
      .limit(sql.lit(atOnce))
      .select('id')
      .execute();
    for (const { id } of due)
      await renewMembership(app, id).catch((error: unknown) => {
        app.log.error({ err: error, membership: id }, 'a subscription was not renewed');
      });
    const last = due.at(-1);
    if (!last || due.length < atOnce) return;
    after = last.id;
  }
}

/**
 * Renews a due subscription unless another process does. If a run is killed, the next one renews it, exactly
 * once.
 */
export const renewMembership = (app: App, id: string): Promise<void> =>
  inTransaction(app, async (app) => {
    const row = await findDue(app, id);
    if (!row) return;
    if (row.canceled_at) return end(app, row, 'canceled');
    const seller: Seller =
      row.page_id === null ? { type: 'profile', id: row.seller_id ?? '' } : { type: 'page', id: row.page_id };
    const payee = row.is_buyer_live ? await findPayee(app, seller, row.account_id) : undefined;
    if (payee === undefined) return end(app, row, 'closed');
    await charge(app, row, payee);
  });

const findDue = (app: App, id: string) =>
  app.db
    .selectFrom('social.membership as member')
    .innerJoin('identity.account as buyer', 'buyer.id', 'member.account_id')
    .innerJoin('social.plan as plan', (join) =>
      join.on(sql<boolean>`plan.id = coalesce(
        (select next.id from social.plan as next where next.id = member.next_plan_id and next.deleted_at is null), member.plan_id)`),
    )
    .where('member.id', '=', id)
    .where('member.ended_at', 'is', null)
    .where('member.next_try_at', '<=', app.clock.now())
    .select(['member.id', 'member.account_id', 'member.plan_id', 'member.seller_id', 'member.page_id'])
    .select(['member.price', 'member.period', 'member.period_num', 'member.anchor_at', 'member.renewals'])
    .select(['member.period_end', 'member.is_trial', 'member.canceled_at', 'member.past_due_at'])
    .select(['plan.id as next_id', 'plan.price as next_price', 'plan.period as next_period'])
    .select(['plan.period_num as next_num', 'plan.terms_changed_at', 'plan.deleted_at as plan_deleted_at'])
    .select(['member.next_price as agreed_price', 'member.next_period as agreed_period'])
    .select('member.next_period_num as agreed_num')
    .select(isLive('buyer').as('is_buyer_live'))
    .forUpdate('member')
    .skipLocked()
    .executeTakeFirst();

type Due = NonNullable<Awaited<ReturnType<typeof findDue>>>;

/** Returns the terms of the next period. A change of the plan applies if it was announced early enough. */
function termsOf(row: Due): Terms {
  const own = { price: row.price, period: row.period as Period, periodNum: row.period_num };
  const offered = { price: row.next_price, period: row.next_period as Period, periodNum: row.next_num };
  if (row.next_id !== row.plan_id) return agreedTerms(row) ?? offered;
  if (row.plan_deleted_at !== null || row.terms_changed_at === null) return own;
  return row.terms_changed_at.getTime() <= row.period_end.getTime() - notice ? offered : own;
}

/** The terms under which a change of plan was agreed. Its seller may have changed them since. */
function agreedTerms({
  agreed_price: price,
  agreed_period: period,
  agreed_num: periodNum,
}: Due): Terms | undefined {
  if (price === null || period === null || periodNum === null) return undefined;
  return { price, period: period as Period, periodNum };
}

async function charge(app: App, row: Due, payee: string): Promise<void> {
  const terms = termsOf(row);
  const amount = toMoney(terms.price);
  const now = app.clock.now();
  try {
    await sell(app, {
      kind: 'membership',
      buyerId: row.account_id,
      payeeId: payee,
      pageId: row.page_id ?? undefined,
      planId: row.next_id,
      membershipId: row.id,
      amount,
      key: `membership:${row.id}:${row.period_end.getTime()}`,
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'insufficient_funds') return setPastDue(app, row, amount);
    throw error;
  }
  await app.db
    .updateTable('social.membership')
    .set({
      plan_id: row.next_id,
      next_plan_id: null,
      price: terms.price,
      period: terms.period,
      period_num: terms.periodNum,
      is_trial: false,
      past_due_at: null,
      ...nextPeriod(row, terms, now),
    })
    .where('id', '=', row.id)
    .execute();
  await notifyMoney(app, row.account_id, 'renewed', amount);
  await notifyMoney(app, payee, 'renewal', amount);
}

/**
 * Returns the next period, starting at the end of the last one. If that is long past because no renewals ran,
 * it starts now: elapsed time is not charged.
 */
function nextPeriod(row: Due, terms: Terms, now: Date) {
  const isSame = terms.period === row.period && terms.periodNum === row.period_num && !row.is_trial;
  const anchor = isSame ? row.anchor_at : row.period_end;
  const renewals = isSame ? row.renewals + 1 : 0;
  const end = addPeriods(anchor, terms, renewals + 1);
  if (end <= now) {
    const fresh = addPeriods(now, terms, 1);
    return { anchor_at: now, renewals: 0, period_start: now, period_end: fresh, next_try_at: fresh };
  }
  return { anchor_at: anchor, renewals, period_start: row.period_end, period_end: end, next_try_at: end };
}

/** Handles an insufficient balance: retries daily until the grace period ends. */
async function setPastDue(app: App, row: Due, amount: bigint): Promise<void> {
  const now = app.clock.now();
  const since = row.past_due_at ?? now;
  const last = since.getTime() + grace;
  if (now.getTime() >= last) return end(app, row, 'unpaid');
  await app.db
    .updateTable('social.membership')
    .set({ past_due_at: since, next_try_at: new Date(Math.min(last, now.getTime() + days(1))) })
    .where('id', '=', row.id)
    .execute();
  // Notify at first, and again near the end of the grace period.
  if (row.past_due_at === null || last - now.getTime() <= days(2))
    await notifyMoney(app, row.account_id, 'renewal_failed', amount);
}

/** Ends a subscription and the access it granted. */
export async function end(
  app: App,
  { id, account_id, price }: Pick<Due, 'id' | 'account_id' | 'price'>,
  because: EndReason,
): Promise<void> {
  await app.db
    .updateTable('social.membership')
    .set({ ended_at: app.clock.now(), ended_reason: because })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await notifyMoney(app, account_id, 'subscription_ended', toMoney(price));
}

const notifiedAtOnce = 500;

/** Notifies all subscribers of a plan of its new price from a later renewal on. */
async function notifyAllNewTerms(app: App, { planId }: { planId: string }): Promise<void> {
  const plan = await app.db
    .selectFrom('social.plan')
    .where('id', '=', planId)
    .where('deleted_at', 'is', null)
    .select('price')
    .executeTakeFirst();
  if (!plan) return;
  let after = '0';
  for (;;) {
    const members = await app.db
      .selectFrom('social.membership')
      .where((eb) => eb.or([eb('plan_id', '=', planId), eb('next_plan_id', '=', planId)]))
      .where('ended_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(sql.lit(notifiedAtOnce))
      .select(['id', 'account_id'])
      .execute();
    await inTransaction(app, async (app) => {
      for (const { account_id } of members)
        await notifyMoney(app, account_id, 'price_change', toMoney(plan.price));
    });
    const last = members.at(-1);
    if (!last || members.length < notifiedAtOnce) return;
    after = last.id;
  }
}

const Ended = Type.Object({
  members: Type.Array(
    Type.Object({
      accountId: Id,
      price: Type.String(),
      refunded: Type.String({ description: 'In millionths of the currency' }),
    }),
  ),
});

/** Notifies subscribers whose subscriptions a seller ended. */
export const notifyEnded = job('social.notify-ended-subscriptions', Ended, (app, payload) =>
  notifyAll(app, payload),
);

const notifyAll = (app: App, { members }: Static<typeof Ended>): Promise<void> =>
  inTransaction(app, async (app) => {
    for (const { accountId, price, refunded } of members) {
      if (refunded !== '0') await notifyMoney(app, accountId, 'refunded', BigInt(refunded));
      await notifyMoney(app, accountId, 'subscription_ended', toMoney(price));
    }
  });

export const membershipJobs = [
  job('social.renew-subscriptions', Type.Object({}), renewDue, { cron: '* * * * *' }),
  jobOf(notifyNewTerms, notifyAllNewTerms),
  notifyEnded,
];
