import { mailAccount } from '../../../identity/account/mail-account.ts';
import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { moneyEvents, type MoneyEvent } from '../../notify/kinds.ts';
import { notify } from '../../notify/notify.ts';
import { formatMoney, type Money } from '../../wallet/money/money.ts';
import { subscriptionsPath } from '../membership.ts';

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
