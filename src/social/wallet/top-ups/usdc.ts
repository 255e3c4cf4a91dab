import { mailAccount } from '../../../identity/account/email.ts';
import { msg, invalid, missing } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { notify } from '../../notify/notify.ts';
import { provider, transfer, wallet } from '../ledger.ts';
import { formatMoney, parseMoney, settingMoney, type Money } from '../money.ts';
import { findMemberId, newReference } from './top-ups.ts';

/** The paid API call that tops up a wallet. */
export const usdcPath = '/api/wallet/top-up';

/** Whether wallets can be topped up in USDC, which requires the dollar as currency. */
export const offersUsdc = ({ CURRENCY, TOP_UP_USDC }: Pick<Config, 'CURRENCY' | 'TOP_UP_USDC'>): boolean =>
  CURRENCY === 'USD' && TOP_UP_USDC;

/** The price of a USDC top-up, which is its amount. */
export const usdcSum = ({ config }: Pick<App, 'config'>, typed: string): Money =>
  parseMoney(config, typed, {
    field: 'amount',
    min: settingMoney(config.TOP_UP_MIN),
    max: settingMoney(config.TOP_UP_MAX),
  });

/** Returns the id of the account credited by a USDC top-up. */
export async function usdcRecipient(app: Pick<App, 'db'>, username: string | undefined): Promise<string> {
  if (username === undefined) throw invalid('username', msg('Specify the member whose wallet to top up'));
  const id = await findMemberId(app, username);
  if (id === undefined) throw missing(msg('Member'));
  return id;
}

interface Settled {
  personId: string;
  amount: Money;
  /** The payment of the API call, which is credited once. */
  paymentId: string;
  /** The blockchain transaction, or empty if unknown. */
  transaction: string;
}

/** Credits a wallet with a settled USDC payment. Call it in the transaction that stores the settlement. */
export async function creditUsdc(app: App, settled: Settled): Promise<void> {
  const { personId, amount, paymentId, transaction } = settled;
  const now = app.clock.now();
  const reference = newReference();
  const added = await app.db
    .insertInto('social.top_up')
    .values({
      account_id: personId,
      provider: 'usdc',
      amount: amount.toString(),
      state: 'completed',
      reference,
      request_key: `usdc ${paymentId}`,
      created_at: now,
      decided_at: now,
    })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return;
  await transfer(app, [{ from: provider('usdc'), to: wallet(personId), amount, kind: 'top_up' }], {
    key: `top-up:${added.id}`,
    cause: { subject: 'top_up', id: added.id },
  });
  await notify(app, { to: personId, kind: 'money', money: { event: 'top_up', amount } });
  const sum = formatMoney(app.config, amount);
  await mailAccount(app, personId, () => ({
    subject: t('Receipt: {sum} added to your wallet', { sum }),
    text: t(
      '{sum} was added to your wallet in USDC (reference {reference}{value}).\n\nYour statement and receipts: {plazaUrl}/settings/wallet\n',
      { sum, reference, value: transaction && `, transaction ${transaction}`, plazaUrl: app.config.plazaUrl },
    ),
  }));
}
