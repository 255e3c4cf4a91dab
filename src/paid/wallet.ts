import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { invalid, Problem, msg } from '../kernel/problem.ts';
import { minutes } from '../kernel/time.ts';
import { type App, inTransaction } from '../platform/app.ts';
import type { Identify } from '../platform/http/family.ts';
import { getBalances } from '../social/wallet/balances.ts';
import { commission, findTransaction, transfer, wallet } from '../social/wallet/ledger.ts';
import { plainMoney } from '../social/wallet/money.ts';
import { usdcPath, usdcRecipient, usdcSum } from '../social/wallet/top-ups/usdc.ts';
import type { Charge, FoundPayment, Settlement, PaymentVerdict } from './ledger/charge.ts';
import { paidOperation, type Amount, bySum } from './operation.ts';
import { type CallInput, inputHash } from './quotes/offers.ts';

/** The network name of wallet payments. */
export const walletNetwork = 'wallet';

/** Returns the charge of a wallet payment for the ledger of paid calls. */
export function walletCharge(app: App, payer: Payer, call: CallInput, amount: Amount): Charge {
  const { personId, key, agent } = payer;
  const identity = hash('sha256', `wallet ${personId} ${key}`, 'buffer');
  const settlement = { key: `paid-call:${identity.toString('hex')}` };
  return {
    identity,
    payloadHash: hash('sha256', `wallet ${personId} ${key} ${agent?.id ?? ''}`, 'buffer'),
    // Excludes the price, which may change between retries: the first payment counts.
    inputHash: inputHash(call, 0n),
    quote: undefined,
    clientId: undefined,
    version: 2,
    network: walletNetwork,
    asset: app.config.CURRENCY,
    amount,
    payer: agent ? `agent:${agent.name}` : `person:${personId}`,
    request: settlement,
    verify: (app) => verify(app, payer, amount),
    settle: (app) => settle(app, payer, amount, { ...settlement, operation: call.path }),
    find: (app, since) => findInLedger(app, settlement, since),
  };
}

async function verify(app: App, { personId, agent }: Payer, amount: Amount): Promise<PaymentVerdict> {
  const balances = await getBalances(app, personId);
  if (balances.wallet < amount) return { is: 'invalid', reason: 'insufficient_funds' };
  if (!agent) return { is: 'valid' };
  const spent = await app.db
    .selectFrom('paid.agent_spending')
    .where('registration_id', '=', agent.id)
    .where('day', '=', sql<Date>`${today(app)}::date`)
    .select('amount')
    .executeTakeFirst();
  return BigInt(spent?.amount ?? 0) + amount > agent.dailySpending
    ? { is: 'invalid', reason: 'agent_limit_exceeded' }
    : { is: 'valid' };
}

/** The transfer and the agent's spending are recorded in one transaction. */
async function settle(
  app: App,
  { personId, agent }: Payer,
  amount: Amount,
  { key, operation }: { key: string; operation: string },
): Promise<Settlement> {
  try {
    return await inTransaction(app, async (app) => {
      const { transactionId, isRepeated } = await transfer(
        app,
        [{ from: wallet(personId), to: commission, amount, kind: 'paid_call' }],
        { key, cause: { subject: 'paid_call' }, memo: operation },
      );
      if (agent && !isRepeated) await spend(app, agent, amount);
      return { is: 'settled', transaction: transactionId };
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'insufficient_funds' || error.code === 'agent_limit_exceeded')
      return { is: 'refused', reason: error.code };
    // It was settled at an earlier price.
    if (error.code !== 'idempotency_key_reused') throw error;
    const found = await findInLedger(app, { key }, app.clock.now());
    return found.is === 'paid'
      ? { is: 'settled', transaction: found.transaction }
      : { is: 'unknown', reason: error.code };
  }
}

async function spend(app: App, agent: NonNullable<Payer['agent']>, amount: Amount): Promise<void> {
  const { rows } = await sql<{ amount: string }>`
    insert into paid.agent_spending as spending (registration_id, day, amount)
    values (${agent.id}, ${today(app)}, ${String(amount)})
    on conflict (registration_id, day) do update set amount = spending.amount + excluded.amount
    returning amount`.execute(app.db);
  if (BigInt(rows[0]?.amount ?? 0) > agent.dailySpending)
    throw new Problem('unpaid', msg('The agent reached its daily spending limit'), {
      code: 'agent_limit_exceeded',
    });
}

const today = ({ clock }: Pick<App, 'clock'>): string => clock.now().toISOString().slice(0, 10);

/**
 * How long a transfer may be in flight. After this, a transfer that is not in the ledger is void, because
 * statements time out long before.
 */
const inFlightFor = minutes(5);

/** Looks a payment up in the wallet ledger. */
export async function findInLedger(
  app: Pick<App, 'db' | 'clock'>,
  { key }: { key: string },
  since: Date,
): Promise<FoundPayment> {
  const posted = await findTransaction(app, key);
  if (posted !== undefined) return { is: 'paid', transaction: posted };
  return app.clock.now().getTime() - since.getTime() > inFlightFor ? { is: 'void' } : { is: 'absent' };
}

/** The idempotency key of a wallet payment: the same key is the same payment. */
const walletHeader = 'x-wallet-payment';

/** The payer with their wallet and the idempotency key. */
export interface Payer {
  personId: string;
  key: string;
  /** The agent that pays on behalf of its member, with its daily spending limit. */
  agent: { id: string; name: string; dailySpending: bigint } | undefined;
}

/** Returns the payer of a wallet payment, or undefined without the header. The token must be valid. */
export async function findPayer(
  app: App,
  request: FastifyRequest,
  identify: Identify,
): Promise<Payer | undefined> {
  const key = request.headers[walletHeader];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\w.:-]{8,64}$/.test(key))
    throw invalid(
      walletHeader,
      msg('The key must have 8 to 64 letters, digits, dots, colons, hyphens or underscores'),
    );
  if (app.config.CURRENCY !== 'USD')
    throw new Problem(
      'conflict',
      msg('Calls are priced in dollars, but wallets on this site use another currency'),
      {
        code: 'wallet_unavailable',
      },
    );
  const { viewer, agent } = await identify(app, request, 'anyone');
  if (!viewer)
    throw new Problem(
      'unauthenticated',
      msg('Send x-auth-token, or the access token of an agent, to pay from a wallet'),
    );
  if (!viewer.isActivated || viewer.isBeingDeleted)
    throw new Problem(
      'forbidden',
      msg('This account cannot pay: its email address is not confirmed, or it is scheduled for deletion'),
    );
  if (!agent) return { personId: viewer.id, key, agent: undefined };
  const { id, publicId: name, dailySpending } = agent;
  if (dailySpending === undefined)
    throw new Problem(
      'forbidden',
      msg(
        'This agent is not allowed to spend. Its owner can set a spending limit under Settings > Apps and agents.',
      ),
      {
        code: 'agent_may_not_pay',
      },
    );
  return { personId: viewer.id, key, agent: { id, name, dailySpending } };
}

/** Tops up a wallet: the price is the sum in the input, credited when the payment is settled. */
export const topUpOperation = paidOperation({
  path: usdcPath,
  title: 'Top up a wallet',
  summary: 'Top up a member’s wallet with the amount paid',
  description:
    'The price is the amount in the request. It is credited to the wallet in dollars when the payment is settled, exactly once.',
  tag: 'Wallet',
  price: bySum('TOP_UP_MIN', 'TOP_UP_MAX'),
  input: Type.Object({
    username: Type.Optional(
      Type.String({ minLength: 1, maxLength: 60, description: 'Username of the member, such as `ada`' }),
    ),
    amount: Type.String({
      default: '5',
      maxLength: 20,
      description: 'Amount in dollars, such as `20` or `4.50`',
    }),
  }),
  output: Type.Object({
    username: Type.String(),
    amount: Type.String(),
    currency: Type.String({ description: 'ISO 4217 currency code' }),
  }),
  example: {
    input: { username: 'ada', amount: '20' },
    output: { username: 'ada', amount: '20', currency: 'USD' },
  },
  sum: (app, { amount }) => usdcSum(app, amount),
  credits: (app, { username }) => usdcRecipient(app, username),
  answer: async (app, { username, amount }) => {
    await usdcRecipient(app, username);
    const sum = plainMoney(usdcSum(app, amount));
    return { username: (username ?? '').replace(/^@/, ''), amount: sum, currency: app.config.CURRENCY };
  },
});
