import { t } from '../../kernel/translation/translate.ts';
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { commission, findTransaction, transfer, wallet } from '../../social/wallet/ledger.ts';
import { getBalances } from '../../social/wallet/balances.ts';
import type { Charge, Found, Settlement, Verdict } from '../ledger/charge.ts';
import type { Amount } from '../price.ts';
import { inputHash, type CallInput } from '../quotes/input-hash.ts';
import type { Payer } from './payer.ts';

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

async function verify(app: App, { personId, agent }: Payer, amount: Amount): Promise<Verdict> {
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
    throw new Problem('unpaid', t('The agent reached its daily spending limit'), {
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
): Promise<Found> {
  const posted = await findTransaction(app, key);
  if (posted !== undefined) return { is: 'paid', transaction: posted };
  return app.clock.now().getTime() - since.getTime() > inFlightFor ? { is: 'void' } : { is: 'absent' };
}
