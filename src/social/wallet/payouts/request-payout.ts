import { t } from '../../../kernel/translation/translate.ts';
import { cleanText, isBlank } from '../../../kernel/text.ts';
import { invalid, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { notify } from '../../notify/notify.ts';
import { earnings, held, wallet } from '../ledger/accounts.ts';
import { transfer } from '../ledger/transfer.ts';
import { parseMoney, settingMoney } from '../money/money.ts';
import { notifyOperators } from '../notify-operators.ts';
import type { PayoutSource } from './payout.ts';

export const longestDestination = 500;

interface Asked {
  source: PayoutSource;
  amount: string;
  destination: string;
  /** Idempotency key. */
  key: string;
}

/** Requests a payout. The money is held until an operator pays or rejects it. */
export async function requestPayout(app: App, viewer: Viewer, asked: Asked): Promise<void> {
  const { config } = app;
  const amount = parseMoney(config, asked.amount, {
    field: 'amount',
    min: settingMoney(config.PAYOUT_MIN),
  });
  const destination = cleanText(asked.destination, 'destination', longestDestination);
  if (isBlank(destination)) throw invalid('destination', t('Enter where to send the payout'));
  const { source } = asked;
  await inTransaction(app, async (app) => {
    const added = await app.db
      .insertInto('social.payout')
      .values({
        account_id: viewer.id,
        source,
        amount: amount.toString(),
        destination,
        request_key: `${viewer.id}:${asked.key}`,
        created_at: app.clock.now(),
      })
      .onConflict((conflict) => conflict.column('request_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added)
      throw new Problem('conflict', t('This form was already sent. Your payout was requested once.'));
    const from = source === 'earnings' ? earnings(viewer.id) : wallet(viewer.id);
    await hold(app, added.id, { from, to: held(viewer.id), amount });
    await notify(app, { to: viewer.id, kind: 'money', money: { event: 'payout_requested', amount } });
    await notifyOperators(app, 'payout_review', amount);
  });
}

async function hold(
  app: App,
  id: string,
  leg: Pick<Parameters<typeof transfer>[1][number], 'from' | 'to' | 'amount'>,
): Promise<void> {
  try {
    await transfer(app, [{ ...leg, kind: 'payout_held' }], {
      key: `payout:${id}:hold`,
      cause: { subject: 'payout', id },
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'insufficient_funds')
      throw new Problem('unpaid', t('The amount is more than your balance'), {
        field: 'amount',
        code: error.code,
        cause: error,
      });
    throw error;
  }
}
