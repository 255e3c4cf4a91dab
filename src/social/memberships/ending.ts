import { sql } from 'kysely';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { type App, perAccount, verb, inTransaction, may, type Viewer } from '../../platform/app.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import type { Seller } from '../monetization/plan.ts';
import { getBalances } from '../wallet/balances.ts';
import { commission, earnings, type Leg, transfer, wallet } from '../wallet/ledger.ts';
import { formatMoney, type Money, toMoney } from '../wallet/money.ts';
import { refuseAgent } from '../wallet/sales.ts';
import { notifyMoney } from './membership.ts';
import { notifyEnded } from './renewal.ts';
import { minutes } from '../../kernel/time.ts';

/** The quote for ending all subscriptions to a seller. */
export interface EndQuote {
  subscribers: number;
  /** The total refund to subscribers. */
  refunded: Money;
  /** The part paid from the seller's wallet because the earnings do not cover it. */
  fromWallet: Money;
  /** The part covered by neither. */
  missing: Money;
}

export const quoteEnding = async (app: App, seller: Seller): Promise<EndQuote> =>
  quote(app, await getSellerAccount(app, seller), await listUnusedTime(app, seller));

/**
 * Ends all subscriptions to a seller immediately and refunds the unused time, all or none. Refunds come from
 * the seller's earnings, then from their wallet. If an operator ends them, the operator's commission covers
 * what the earnings do not. Deletes the plans, so no one can subscribe meanwhile.
 */
export const endAllMemberships = verb(
  { name: 'memberships.end-all', who: 'member', limit: perAccount(60, minutes(5)) },
  (app: App, viewer: Viewer, seller: Seller): Promise<EndQuote> =>
    inTransaction(app, async (app) => {
      refuseAgent(viewer);
      const payee = await getSellerAccount(app, seller);
      const isOperator = payee !== viewer.id;
      if (isOperator && !may(viewer, 'operate'))
        throw new Problem('forbidden', msg('Only the seller can end these subscriptions'));
      await deletePlans(app, seller);
      await lockMemberships(app, seller);
      const members = await listUnusedTime(app, seller);
      const ending = await quote(app, payee, members);
      if (members.length === 0) throw new Problem('conflict', msg('There are no subscriptions to end'));
      if (!isOperator && ending.missing > 0n) throw tooShort(app, ending.missing);
      const transactionId = await refund(app, { seller, payee, members, ending, isOperator });
      await recordRefunds(app, members, transactionId);
      await endThem(app, members);
      if (ending.refunded > 0n) await notifyMoney(app, payee, 'refund_given', ending.refunded);
      if (isOperator)
        await addAuditEntry(
          app,
          viewer.id,
          'subscription.end_all',
          `${seller.type} ${seller.id}`,
          `${members.length}`,
        );
      return ending;
    }),
);

/** Ends the subscriptions of a seller, by an operator. */
export const endMembershipsOf = verb(
  { name: 'memberships.end-of', who: 'operator' },
  (app, operator: Viewer, seller: Seller) => endAllMemberships(app, operator, seller),
);

/**
 * Returns the account that earns: the person, or the owner of the page. Includes pages that are not public.
 */
async function getSellerAccount({ db }: Pick<App, 'db'>, { type, id }: Seller): Promise<string> {
  const found =
    type === 'page'
      ? await db.selectFrom('social.page').where('id', '=', id).select('owner_id as id').executeTakeFirst()
      : await db.selectFrom('identity.account').where('id', '=', id).select('id').executeTakeFirst();
  if (!found) throw missing(type === 'page' ? msg('Page') : msg('Person'));
  return found.id;
}

async function quote(app: App, payee: string, members: readonly UnusedTime[]): Promise<EndQuote> {
  const refunded = sum(members.map(({ amount }) => amount));
  const fees = sum(members.map(({ fee }) => fee));
  const balances = await getBalances(app, payee);
  const beyond = atLeastNothing(refunded - fees - balances.earnings);
  const fromWallet = beyond < balances.wallet ? beyond : balances.wallet;
  return { subscribers: members.length, refunded, fromWallet, missing: beyond - fromWallet };
}

const atLeastNothing = (amount: Money): Money => (amount > 0n ? amount : 0n);

const tooShort = ({ config }: Pick<App, 'config'>, amount: Money): Problem =>
  new Problem(
    'unpaid',
    msg('Your earnings and wallet are {amount} short of the refunds. Top up, or contact the operator.', {
      amount: (language) => formatMoney(config, amount, language),
    }),
    { code: 'insufficient_funds' },
  );

/**
 * Deletes the plans to prevent new subscriptions. A concurrent subscriber holds a lock on the plan and is
 * among those refunded.
 */
async function deletePlans({ db, clock }: App, { type, id }: Seller): Promise<void> {
  await db
    .updateTable('social.plan')
    .set({ deleted_at: clock.now() })
    .where(type === 'page' ? 'page_id' : 'account_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Locks payments, then subscriptions, then the ledger, in the same order as single refunds. */
async function lockMemberships({ db }: App, { type, id }: Seller): Promise<void> {
  const theirs = sql.ref(type === 'page' ? 'page_id' : 'seller_id');
  await sql`select id from social.sale where refunded_at is null and membership_id in (
    select id from social.membership where ${theirs} = ${id} and ended_at is null) order by id for update`.execute(
    db,
  );
  await sql`select id from social.membership where ${theirs} = ${id} and ended_at is null order by id for update`.execute(
    db,
  );
}

interface Refund {
  seller: Seller;
  payee: string;
  members: readonly UnusedTime[];
  ending: EndQuote;
  isOperator: boolean;
}

async function refund(
  app: App,
  { seller, payee, members, ending, isOperator }: Refund,
): Promise<string | null> {
  const fees = sum(members.map(({ fee }) => fee));
  const beyond = ending.fromWallet + ending.missing;
  const legs: Leg[] = [
    { from: commission, to: earnings(payee), amount: fees, kind: 'refund' },
    {
      from: isOperator ? commission : wallet(payee),
      to: earnings(payee),
      amount: beyond,
      kind: 'refund_covered',
    },
    ...members.map(({ accountId, amount }) => {
      return { from: earnings(payee), to: wallet(accountId), amount, kind: 'refund' };
    }),
  ].filter(({ amount }) => amount > 0n);
  if (legs.length === 0) return null;
  try {
    const { transactionId } = await transfer(app, legs, {
      key: `end-all:${seller.type}:${seller.id}:${app.clock.now().getTime()}`,
      cause: { subject: seller.type, id: seller.id },
    });
    return transactionId;
  } catch (error) {
    if (error instanceof Problem && error.code === 'insufficient_funds')
      throw new Problem('conflict', msg('Your balance changed meanwhile. Try again.'), { cause: error });
    throw error;
  }
}

async function recordRefunds(
  { db, clock }: App,
  members: readonly UnusedTime[],
  transactionId: string | null,
): Promise<void> {
  const parts = members.flatMap(({ parts }) => parts);
  await sql`update social.sale set refunded = part.amount, refunded_fee = part.fee, refunded_at = ${clock.now()},
      refund_transaction_id = ${transactionId}
    from unnest(${parts.map(({ saleId }) => saleId)}::bigint[], ${parts.map(({ amount }) => String(amount))}::bigint[],
      ${parts.map(({ fee }) => String(fee))}::bigint[]) as part (id, amount, fee)
    where sale.id = part.id`.execute(db);
}

const notifiedAtOnce = 500;

async function endThem(app: App, members: readonly UnusedTime[]): Promise<void> {
  await sql`update social.membership set ended_at = ${app.clock.now()}, ended_reason = 'closed'
    where id = any(${members.map(({ id }) => id)}::bigint[])`.execute(app.db);
  for (let from = 0; from < members.length; from += notifiedAtOnce)
    await addJob(app, notifyEnded, {
      members: members.slice(from, from + notifiedAtOnce).map(({ accountId, price, amount }) => {
        return { accountId, price, refunded: String(amount) };
      }),
    });
}

/** An active subscription and its refund if it ends now. */
interface UnusedTime {
  id: string;
  accountId: string;
  /** The price of a period, such as `4.50`. */
  price: string;
  amount: Money;
  /** The operator's commission on `amount`. */
  fee: Money;
  /** The payments that the refund comes from. */
  parts: { saleId: string; amount: Money; fee: Money }[];
}

/** Returns the active subscriptions to a seller with the paid but unused amount. */
async function listUnusedTime(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { type, id }: Seller,
): Promise<UnusedTime[]> {
  const rows = await db
    .selectFrom('social.membership as member')
    .where(type === 'page' ? 'member.page_id' : 'member.seller_id', '=', id)
    .where('member.ended_at', 'is', null)
    .orderBy('member.id')
    .select(['member.id', 'member.account_id', 'member.price', 'member.is_trial'])
    .select(['member.period_start', 'member.period_end'])
    // A plan change was partly paid with the rest of earlier payments, so several payments count.
    .select(
      sql<{ id: string; amount: string; fee: string }[]>`array(
        select jsonb_build_object('id', id::text, 'amount', amount::text, 'fee', fee::text) from social.sale
        where membership_id = member.id and refunded_at is null order by id desc limit 10)`.as('sales'),
    )
    .execute();
  const now = clock.now().getTime();
  return rows.map((row) => {
    const [start, end] = [row.period_start.getTime(), row.period_end.getTime()];
    const left = row.is_trial ? 0 : Math.max(0, end - now);
    // Round up to whole hundredths, in favor of the subscriber.
    const share = toMoney(row.price) * BigInt(left);
    const hundredth = 10_000n * BigInt(end - start);
    const parts = take(((share + hundredth - 1n) / hundredth) * 10_000n, row.sales);
    return {
      id: row.id,
      accountId: row.account_id,
      price: row.price,
      amount: sum(parts.map(({ amount }) => amount)),
      fee: sum(parts.map(({ fee }) => fee)),
      parts,
    };
  });
}

/** Distributes a refund over payments, newest first, up to the amount paid. */
function take(due: Money, sales: readonly { id: string; amount: string; fee: string }[]) {
  let left = due;
  return sales.flatMap(({ id, ...sale }) => {
    const paid = BigInt(sale.amount);
    const amount = left < paid ? left : paid;
    left -= amount;
    return amount === 0n ? [] : [{ saleId: id, amount, fee: (BigInt(sale.fee) * amount) / paid }];
  });
}

const sum = (amounts: readonly Money[]): Money => amounts.reduce((all, each) => all + each, 0n);

/** A seller with current subscribers. */
type NamedSeller = Seller & { name: string };

/** Returns the person with a username and their pages, if they have subscribers. */
export async function listSellersOf({ db }: Pick<App, 'db'>, username: string): Promise<NamedSeller[]> {
  const { rows } = await sql<NamedSeller>`
    with person as (
      select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) as name
      from identity.account where lower(username) = lower(${username})
    )
    select 'profile' as type, person.id::text as id, person.name from person
      where exists (select from social.membership where seller_id = person.id and ended_at is null)
    union all
    select 'page', page.id::text, page.title from social.page join person on person.id = page.owner_id
      where exists (select from social.membership where page_id = page.id and ended_at is null)
    limit 20`.execute(db);
  return rows;
}
