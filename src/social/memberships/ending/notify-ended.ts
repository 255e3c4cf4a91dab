import { Type, type Static } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { job } from '../../../platform/jobs.ts';
import { toMoney } from '../../wallet/money/to-money.ts';
import { notifyMoney } from '../billing/notify-money.ts';

const Ended = Type.Object({
  members: Type.Array(
    Type.Object({
      accountId: Id,
      price: Type.String(),
      refunded: Type.String({ description: 'In millionths of the currency' }),
    }),
  ),
});

/** Notifies subscribers whose subscriptions a seller ended. */
export const notifyEnded = job('social.notify-ended-subscriptions', Ended, (app, payload) =>
  notifyAll(app, payload),
);

const notifyAll = (app: App, { members }: Static<typeof Ended>): Promise<void> =>
  inTransaction(app, async (app) => {
    for (const { accountId, price, refunded } of members) {
      if (refunded !== '0') await notifyMoney(app, accountId, 'refunded', BigInt(refunded));
      await notifyMoney(app, accountId, 'subscription_ended', toMoney(price));
    }
  });
