import type { App } from '../../../platform/app.ts';
import { sendMail } from '../../../platform/send-mail.ts';
import { moneyEvents, type MoneyEvent } from '../../notify/kinds.ts';
import { notify } from '../../notify/notify.ts';
import { formatMoney, type Money } from '../../wallet/money/money.ts';
import { subscriptionsPath } from '../membership.ts';

/** What is mailed to everybody, whatever they chose to hear of: receipts, and what ends a subscription. */
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

/** Tells somebody that money moved, in the transaction in which it did. */
export async function tellMoney(app: App, to: string, event: MoneyEvent, amount: Money): Promise<void> {
  await notify(app, { to, kind: 'money', money: { event, amount } });
  if (!mailed.includes(event)) return;
  const person = await app.db
    .selectFrom('identity.account')
    .where('id', '=', to)
    .where('deleted_at', 'is', null)
    .select(['email'])
    .executeTakeFirst();
  if (!person) return;
  const words = moneyEvents[event](formatMoney(app.config, amount));
  await sendMail(app, {
    to: person.email,
    subject: words,
    text: `${words}.

Your subscriptions: ${app.config.plazaUrl}${subscriptionsPath}
Your wallet: ${app.config.plazaUrl}/settings/wallet`,
  });
}
