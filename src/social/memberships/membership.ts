import { sql } from 'kysely';
import { isLive } from '../../identity/account/people.ts';
import { mailAccount } from '../../identity/account/email.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { isOpenPage } from '../access/page.ts';
import type { Period, Seller } from '../monetization/plan.ts';
import { type MoneyEvent, moneyEvents } from '../notify/kinds.ts';
import { notify } from '../notify/notify.ts';
import { blockedBetween, type Person } from '../people/person.ts';
import { formatMoney, type Money } from '../wallet/money.ts';

/** How long access continues when the wallet does not cover a renewal. */
export const grace = days(7);
/** How long before a renewal a new price must be announced. */
export const notice = days(7);

/** The price and length of a billing period. */
export interface Terms {
  /** An amount such as `4.50`. */
  price: string;
  period: Period;
  periodNum: number;
}

export type EndReason = 'canceled' | 'unpaid' | 'refunded' | 'closed' | 'blocked';

/** A subscription by the viewer or to the viewer. */
export interface Membership extends Terms {
  id: string;
  plan: { id: string; title: string };
  seller: Seller & { name: string; href: string };
  subscriber: Person;
  startedAt: Date;
  periodEnd: Date;
  isTrial: boolean;
  canceledAt: Date | null;
  /** The plan that applies from the next renewal on. */
  nextPlan: { id: string; title: string } | null;
  pastDueAt: Date | null;
  endedAt: Date | null;
  endedReason: EndReason | '';
}

export const subscriptionsPath = '/settings/subscriptions';

/**
 * Returns the end of the n-th period since `anchor`, in UTC. Months are counted from the anchor, so a
 * subscription started on the 31st renews on the last day of shorter months and on the 31st otherwise.
 */
export function addPeriods(
  anchor: Date,
  { period, periodNum }: Pick<Terms, 'period' | 'periodNum'>,
  n: number,
): Date {
  const count = periodNum * n;
  if (period === 'day') return new Date(anchor.getTime() + days(count));
  if (period === 'week') return new Date(anchor.getTime() + days(7 * count));
  const months = anchor.getUTCMonth() + (period === 'year' ? 12 : 1) * count;
  const result = new Date(anchor);
  result.setUTCDate(1);
  result.setUTCMonth(months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return result;
}

/**
 * Returns the account that earns from a sale: the person, or the owner of the page. Undefined if nothing can
 * be bought because the seller is suspended or scheduled for deletion, or either side blocked the other.
 */
export async function findPayee(
  { db }: Pick<App, 'db'>,
  { type, id }: Seller,
  buyerId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select payee.id from identity.account as payee
    where ${isLive('payee')} and ${
      type === 'page'
        ? sql`payee.id = (select owner_id from social.page where page.id = ${id} and ${isOpenPage('page')})`
        : sql`payee.id = ${id} and not ${blockedBetween('payee.id', buyerId)}`
    }`.execute(db);
  return rows[0]?.id;
}

/** Returns the payee for a first purchase. Throws if nothing is sold or the buyer is the seller. */
export async function getPayee(app: Pick<App, 'db'>, seller: Seller, buyerId: string): Promise<string> {
  if (await isOwn(app, seller, buyerId))
    throw new Problem('conflict', msg('You cannot buy your own content'));
  const payee = await findPayee(app, seller, buyerId);
  if (payee === undefined) throw new Problem('conflict', msg('Purchases are not available at the moment'));
  return payee;
}

async function isOwn({ db }: Pick<App, 'db'>, { type, id }: Seller, buyerId: string): Promise<boolean> {
  if (type === 'profile') return id === buyerId;
  const { rows } = await sql`select from social.page where id = ${id} and (owner_id = ${buyerId} or exists (
    select from social.page_role where page_id = page.id and account_id = ${buyerId}))`.execute(db);
  return rows.length > 0;
}

/** Events emailed regardless of notification settings: receipts, and the end of a subscription. */
const mailed: readonly MoneyEvent[] = [
  'subscribed',
  'trial',
  'renewed',
  'renewal_failed',
  'subscription_ended',
  'price_change',
  'plan_changed',
  'unlocked',
  'ticket_paid',
  'ticket_unpaid',
];

/** Notifies an account of a money movement, within its transaction. */
export async function notifyMoney(app: App, to: string, event: MoneyEvent, amount: Money): Promise<void> {
  await notify(app, { to, kind: 'money', money: { event, amount } });
  if (!mailed.includes(event)) return;
  await mailAccount(app, to, () => {
    const words = moneyEvents[event](formatMoney(app.config, amount));
    return {
      subject: words,
      text: t('{words}.\n\nYour subscriptions: {base}{path}\nYour wallet: {base}/settings/wallet', {
        words,
        base: app.config.plazaUrl,
        path: subscriptionsPath,
      }),
    };
  });
}
