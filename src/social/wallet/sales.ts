import { sql } from 'kysely';
import { Problem, msg } from '../../kernel/problem.ts';
import { type App, perAccount, verb, type Viewer } from '../../platform/app.ts';
import { canMonetize } from '../access/entitlement.ts';
import { commission, earnings, type Leg, transfer, wallet } from './ledger.ts';
import { formatMoney, type Money, parseMoney, percentOf, plainMoney, toMoney } from './money.ts';
import { minutes } from '../../kernel/time.ts';

interface NewSale {
  kind: 'membership' | 'unlock' | 'tip' | 'message' | 'ticket';
  buyerId: string;
  /** The account that earns from the sale. */
  payeeId: string;
  pageId?: string | undefined;
  postId?: string | undefined;
  planId?: string | undefined;
  membershipId?: string | undefined;
  amount: Money;
  message?: string;
  /** Permanent idempotency key of the sale. */
  key: string;
}

interface Sold {
  id: string;
  /** Whether the key was used before. */
  isRepeated: boolean;
}

/** Moves the money of a sale and records the sale, in the transaction of the purchase. */
export async function sell(app: App, sale: NewSale): Promise<Sold> {
  const { kind, buyerId, payeeId, pageId, postId, planId, membershipId, amount, message = '', key } = sale;
  const id = postId ?? membershipId;
  const { transactionId, isRepeated } = await transfer(
    app,
    saleLegs(app, { buyer: buyerId, seller: payeeId, price: amount, kind }),
    { key, cause: { subject: kind, ...(id !== undefined && { id }) } },
  );
  const row = await app.db
    .insertInto('social.sale')
    .values({
      kind,
      buyer_id: buyerId,
      payee_id: payeeId,
      page_id: pageId ?? null,
      post_id: postId ?? null,
      plan_id: planId ?? null,
      membership_id: membershipId ?? null,
      amount: String(amount),
      fee: String(percentOf(amount, app.config.COMMISSION_PERCENT)),
      message,
      transaction_id: transactionId,
      created_at: app.clock.now(),
    })
    .onConflict((conflict) => conflict.column('transaction_id').doUpdateSet({ kind }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, isRepeated };
}

/** Serializes the purchases of one person, so that the second of two clicks sees the first purchase. */
export async function lockBuyer({ db }: App, viewer: Pick<Viewer, 'id' | 'agentName'>): Promise<void> {
  refuseAgent(viewer);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`buy ${viewer.id}`}, 0))`.execute(db);
}

/** Throws for agents. They can only pay for API calls, which have a spending limit. */
export function refuseAgent({ agentName }: Pick<Viewer, 'agentName'>): void {
  if (agentName === undefined) return;
  throw new Problem('forbidden', msg('An agent can only pay for API calls. Its owner has to do this.'), {
    code: 'agent_may_not_pay',
  });
}

/**
 * Throws unless the buyer agreed to the price. `shown` is the one that they saw, and empty if they sent none; undefined is
 * for calls that nobody makes through a door.
 */
export function refusePriceMismatch(
  { config }: Pick<App, 'config'>,
  price: Money,
  shown: string | undefined,
): void {
  if (shown === undefined) return;
  if (shown === '')
    throw new Problem(
      'unpaid',
      msg('This costs {amount}. Send the price {price} to pay from your wallet.', {
        amount: (language) => formatMoney(config, price, language),
        price: plainMoney(price),
      }),
      { field: 'price', code: 'price_required' },
    );
  if (/^\d{1,9}(\.\d{1,6})?$/.test(shown) && toMoney(shown) === price) return;
  throw new Problem(
    'conflict',
    msg('The price is now {config}. Check it and try again.', {
      config: (language) => formatMoney(config, price, language),
    }),
    {
      field: 'price',
    },
  );
}

/**
 * Ledger transfers of a sale: the price from the buyer to the seller, and the commission from the seller to
 * the operator.
 */
export function saleLegs(
  { config }: Pick<App, 'config'>,
  { buyer, seller, price, kind }: { buyer: string; seller: string; price: Money; kind: string },
): Leg[] {
  const share = percentOf(price, config.COMMISSION_PERCENT);
  return [
    { from: wallet(buyer), to: earnings(seller), amount: price, kind },
    ...(share > 0n ? [{ from: earnings(seller), to: commission, amount: share, kind: 'commission' }] : []),
  ];
}

/** A member's settings for earning money. */
export interface SellingSettings {
  /** Price of a first message from people the member neither follows nor is friends with. Null if free. */
  chatPrice: Money | null;
  acceptsTips: boolean;
}

export async function getSellingSettings(
  { db }: Pick<App, 'db'>,
  accountId: string,
): Promise<SellingSettings> {
  const row = await db
    .selectFrom('social.selling_settings')
    .where('account_id', '=', accountId)
    .select(['chat_price', 'accepts_tips'])
    .executeTakeFirst();
  return {
    chatPrice: row && row.chat_price !== null ? BigInt(row.chat_price) : null,
    acceptsTips: row?.accepts_tips ?? true,
  };
}

const minPrice = 500_000n;
const highestPrice = 1_000_000_000n;

interface Typed {
  /** As typed, such as `2.50`. Empty or 0 makes first messages free. Undefined keeps the setting. */
  chatPrice?: string | undefined;
  acceptsTips?: boolean | undefined;
}

export const saveSellingSettings = verb(
  { name: 'monetization.settings', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, viewer: Viewer, typed: Typed): Promise<void> => {
    if (!canMonetize(app.config, viewer))
      throw new Problem('forbidden', msg('You need the permission can_monetize_content to earn money here'));
    const { chatPrice: price, acceptsTips } = typed;
    const isFree = price !== undefined && /^0*(\.0+)?$/.test(price.trim());
    const chatPrice =
      price === undefined || isFree
        ? undefined
        : parseMoney(app.config, price, { field: 'chat_price', min: minPrice, max: highestPrice });
    const changes = {
      ...(price !== undefined && { chat_price: chatPrice === undefined ? null : String(chatPrice) }),
      ...(acceptsTips !== undefined && { accepts_tips: acceptsTips }),
      updated_at: app.clock.now(),
    };
    await app.db
      .insertInto('social.selling_settings')
      .values({ account_id: viewer.id, ...changes })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changes))
      .execute();
  },
);
