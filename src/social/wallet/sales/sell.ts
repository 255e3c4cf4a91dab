import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { saleLegs } from '../ledger/sale.ts';
import { transfer } from '../ledger/transfer.ts';
import { formatMoney, percentOf, type Money } from '../money/money.ts';
import { toMoney } from '../money/to-money.ts';

interface NewSale {
  kind: 'membership' | 'unlock' | 'tip' | 'message';
  buyerId: string;
  /** The account that earns it. */
  payeeId: string;
  pageId?: string | undefined;
  postId?: string | undefined;
  planId?: string | undefined;
  membershipId?: string | undefined;
  amount: Money;
  message?: string;
  /** Names the sale for ever: with the same key it is made once. */
  key: string;
}

interface Sold {
  id: string;
  /** Whether the same key was sold before. */
  isRepeated: boolean;
}

/** Moves the money of a sale and records it, in the transaction of what is sold. */
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

/** What one person buys goes through one at a time: of two clicks the second sees what the first bought. */
export async function lockBuyer({ db }: App, viewer: Pick<Viewer, 'id' | 'agentName'>): Promise<void> {
  refuseAgent(viewer);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`buy ${viewer.id}`}, 0))`.execute(db);
}

/** What an agent pays is counted against a limit, which only paid calls have: everything else is for its person to pay. */
export function refuseAgent({ agentName }: Pick<Viewer, 'agentName'>): void {
  if (agentName === undefined) return;
  throw new Problem('forbidden', t('An agent pays for API calls alone: its person has to do this'), {
    code: 'agent_may_not_pay',
  });
}

/** Nobody pays another price than the one that they were shown. */
export function refuseOtherPrice(
  { config }: Pick<App, 'config'>,
  price: Money,
  shown: string | undefined,
): void {
  if (shown === undefined || shown === '') return;
  if (/^\d{1,9}(\.\d{1,6})?$/.test(shown) && toMoney(shown) === price) return;
  throw new Problem(
    'conflict',
    t('The price is {config} now. Check it and try again', { config: formatMoney(config, price) }),
    {
      field: 'price',
    },
  );
}
