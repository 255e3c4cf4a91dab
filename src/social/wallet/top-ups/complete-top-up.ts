import { mailAccount } from '../../../identity/account/mail-account.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { Problem, missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { lockRow } from '../../../platform/database/lock-row.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { notify } from '../../notify/notify.ts';
import { provider, wallet, type ProviderName } from '../ledger/accounts.ts';
import { transfer } from '../ledger/transfer.ts';
import { formatMoney } from '../money/money.ts';

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
    if (!topUp) throw missing(t('Top-up'));
    if (['completed', 'refunded', 'disputed'].includes(topUp.state)) return { isNew: false };
    if (topUp.state === 'refused' || topUp.account_id === null)
      throw new Problem('conflict', t('This top-up was rejected, or its owner deleted their account'));
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
