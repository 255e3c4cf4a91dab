import { mailAccount } from '../../../identity/account/mail-account.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { invalid, missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { lockRow } from '../../../platform/database/lock-row.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { notify } from '../../notify/notify.ts';
import { provider, wallet } from '../ledger/accounts.ts';
import { reverseTransaction } from '../ledger/reverse.ts';
import { transfer } from '../ledger/transfer.ts';
import { checkReason } from '../money/check-reason.ts';
import { formatMoney, parseMoney, settingMoney } from '../money/money.ts';
import { newReference } from './add-top-up.ts';

interface Credit {
  username: string;
  amount: string;
  reason: string;
  key: string;
}

/** Credits a wallet on behalf of an operator, such as for cash. Each key credits once. */
export async function creditWallet(app: App, operator: Viewer, given: Credit): Promise<void> {
  const { config } = app;
  const amount = parseMoney(config, given.amount, {
    field: 'amount',
    max: settingMoney(config.CREDIT_MAX),
  });
  const reason = checkReason(given.reason);
  await inTransaction(app, async (app) => {
    const person = await findPerson(app, given.username);
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
    if (!added) throw new Problem('conflict', t('This form was already sent. The wallet was credited once.'));
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
}

/**
 * Corrects a credit by a reversal, since the ledger is immutable. Fails if the wallet no longer has the
 * money.
 */
export async function reverseCredit(app: App, operator: Viewer, id: string, typed: string): Promise<void> {
  const reason = checkReason(typed);
  await inTransaction(app, async (app) => {
    await lockRow(app, 'social.top_up', id);
    const credit = await app.db
      .selectFrom('social.top_up')
      .where('id', '=', id)
      .where('provider', '=', 'operator')
      .select(['account_id', 'amount', 'state', 'reference'])
      .executeTakeFirst();
    if (!credit) throw missing(t('Credit'));
    if (credit.state !== 'completed') throw new Problem('conflict', t('This credit was already reversed'));
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
}

async function findPerson({ db }: App, username: string): Promise<string> {
  const person = await db
    .selectFrom('identity.account')
    .where((eb) => eb(eb.fn('lower', ['username']), '=', username.trim().replace(/^@/, '').toLowerCase()))
    .where('deleted_at', 'is', null)
    .where('deletion_requested_at', 'is', null)
    .where('is_former', '=', false)
    .select('id')
    .executeTakeFirst();
  if (!person) throw invalid('username', t('No account has this username'));
  return person.id;
}
