import { mailAccount } from '../../../identity/account/email.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { invalid, missing, Problem, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import { type App, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { lockRow } from '../../../platform/database/queries.ts';
import { notify } from '../../notify/notify.ts';
import { getBalances } from '../balances.ts';
import { commission, provider, reverseTransaction, transfer, wallet } from '../ledger.ts';
import type { Leg, ProviderName } from '../ledger.ts';
import { checkReason, formatMoney, type Money, parseMoney, settingMoney } from '../money.ts';
import { findMemberId, newReference } from './top-ups.ts';

interface Credit {
  username: string;
  amount: string;
  reason: string;
  key: string;
}

/** Credits a wallet on behalf of an operator, such as for cash. Each key credits once. */
export const creditWallet = verb(
  { name: 'wallet.credit', who: 'operator' },
  async (app: App, operator: Viewer, given: Credit): Promise<void> => {
    const { config } = app;
    const amount = parseMoney(config, given.amount, {
      field: 'amount',
      max: settingMoney(config.CREDIT_MAX),
    });
    const reason = checkReason(given.reason);
    await inTransaction(app, async (app) => {
      const person = await findMemberId(app, given.username.trim());
      if (person === undefined) throw invalid('username', msg('No account has this username'));
      const now = app.clock.now();
      const added = await app.db
        .insertInto('social.top_up')
        .values({
          account_id: person,
          provider: 'operator',
          amount: amount.toString(),
          state: 'completed',
          reference: newReference(),
          request_key: `operator ${operator.id}:${given.key}`,
          reason,
          decided_by: operator.id,
          created_at: now,
          decided_at: now,
        })
        .onConflict((conflict) => conflict.column('request_key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added)
        throw new Problem('conflict', msg('This form was already sent. The wallet was credited once.'));
      await transfer(app, [{ from: provider('operator'), to: wallet(person), amount, kind: 'credit' }], {
        key: `top-up:${added.id}`,
        cause: { subject: 'top_up', id: added.id },
      });
      const sum = formatMoney(config, amount);
      await addAuditEntry(
        app,
        operator.id,
        'credit.create',
        `wallet of @${given.username}`,
        `${sum}: ${reason}`,
      );
      await notify(app, { to: person, kind: 'money', money: { event: 'credit', amount } });
      await mailAccount(app, person, () => ({
        subject: t('You were credited {sum}', { sum }),
        text: t('An operator of {plazaUrl} credited your wallet with {sum}.\n\nReason: {reason}\n', {
          plazaUrl: config.plazaUrl,
          sum,
          reason,
        }),
      }));
    });
  },
);

/**
 * Corrects a credit by a reversal, since the ledger is immutable. Fails if the wallet no longer has the
 * money.
 */
export const reverseCredit = verb(
  { name: 'wallet.reverse-credit', who: 'operator' },
  async (app: App, operator: Viewer, id: string, typed: string): Promise<void> => {
    const reason = checkReason(typed);
    await inTransaction(app, async (app) => {
      await lockRow(app, 'social.top_up', id);
      const credit = await app.db
        .selectFrom('social.top_up')
        .where('id', '=', id)
        .where('provider', '=', 'operator')
        .select(['account_id', 'amount', 'state', 'reference'])
        .executeTakeFirst();
      if (!credit) throw missing(msg('Credit'));
      if (credit.state !== 'completed')
        throw new Problem('conflict', msg('This credit was already reversed'));
      const { id: transactionId } = await app.db
        .selectFrom('social.ledger_transaction')
        .where('key', '=', `top-up:${id}`)
        .select('id')
        .executeTakeFirstOrThrow();
      await reverseTransaction(app, transactionId, { kind: 'credit_reversed' });
      await app.db
        .updateTable('social.top_up')
        .set({
          state: 'refunded',
          returned: credit.amount,
          reason,
          decided_by: operator.id,
          decided_at: app.clock.now(),
        })
        .where('id', '=', id)
        .execute();
      await addAuditEntry(app, operator.id, 'credit.reverse', `credit ${credit.reference}`, reason);
      if (credit.account_id !== null)
        await notify(app, {
          to: credit.account_id,
          kind: 'money',
          money: { event: 'debit', amount: BigInt(credit.amount) },
        });
    });
  },
);

interface Completion {
  /** Stripe's payment intent, which refunds and disputes refer to. */
  payment?: string;
  decidedBy?: string;
}

/** Credits the wallet with the collected amount, once. A repeated call changes nothing and reports that. */
export async function completeTopUp(
  app: App,
  id: string,
  { payment, decidedBy }: Completion = {},
): Promise<{ isNew: boolean }> {
  return inTransaction(app, async (app) => {
    await lockRow(app, 'social.top_up', id);
    const topUp = await app.db
      .selectFrom('social.top_up')
      .where('id', '=', id)
      .select(['account_id', 'provider', 'amount', 'state', 'reference'])
      .executeTakeFirst();
    if (!topUp) throw missing(msg('Top-up'));
    if (['completed', 'refunded', 'disputed'].includes(topUp.state)) return { isNew: false };
    if (topUp.state === 'refused' || topUp.account_id === null)
      throw new Problem('conflict', msg('This top-up was rejected, or its owner deleted their account'));
    const amount = BigInt(topUp.amount);
    const person = topUp.account_id;
    await transfer(
      app,
      [{ from: provider(topUp.provider as ProviderName), to: wallet(person), amount, kind: 'top_up' }],
      { key: `top-up:${id}`, cause: { subject: 'top_up', id } },
    );
    await app.db
      .updateTable('social.top_up')
      .set({
        state: 'completed',
        decided_at: app.clock.now(),
        decided_by: decidedBy ?? null,
        payment: payment ?? null,
      })
      .where('id', '=', id)
      .execute();
    await notify(app, { to: person, kind: 'money', money: { event: 'top_up', amount } });
    await mailAccount(app, person, () => ({
      subject: t('Receipt: {config} added to your wallet', { config: formatMoney(app.config, amount) }),
      text: t(
        '{config} was added to your wallet (reference {reference}).\n\nYour statement and receipts: {plazaUrl}/settings/wallet\n',
        {
          config: formatMoney(app.config, amount),
          reference: topUp.reference,
          plazaUrl: app.config.plazaUrl,
        },
      ),
    }));
    return { isNew: true };
  });
}

interface Reversal {
  topUpId: string;
  /** The owner of the wallet. Null if the account was deleted. */
  personId: string | null;
  provider: ProviderName;
  amount: Money;
  kind: 'top_up_refund' | 'dispute';
  key: string;
}

const maxTries = 20;

/**
 * Debits a wallet for an amount that a provider has taken back, as far as the balance allows. The operator
 * covers the rest, since wallets cannot be negative. Call it in a transaction.
 */
export async function reverseTopUp(app: App, reversal: Reversal): Promise<void> {
  for (let tries = 1; ; tries++) {
    const there = reversal.personId === null ? 0n : (await getBalances(app, reversal.personId)).wallet;
    try {
      await transfer(app, legsOf(reversal, there), {
        key: reversal.key,
        cause: { subject: 'top_up', id: reversal.topUpId },
      });
      return;
    } catch (error) {
      // The balance was spent after it was read.
      const isShort = error instanceof Problem && error.code === 'insufficient_funds';
      if (!isShort || tries === maxTries) throw error;
    }
  }
}

function legsOf({ personId, amount, kind, provider: name }: Reversal, there: Money): Leg[] {
  const part = there < amount ? there : amount;
  return [
    ...(part > 0n && personId !== null
      ? [{ from: wallet(personId), to: provider(name), amount: part, kind }]
      : []),
    ...(part < amount ? [{ from: commission, to: provider(name), amount: amount - part, kind: 'loss' }] : []),
  ];
}
