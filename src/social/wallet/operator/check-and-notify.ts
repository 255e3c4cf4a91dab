import type { App } from '../../../platform/app.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { notifyOperators } from '../notify-operators.ts';

/** The nightly check. Notifies the operators if the ledger is inconsistent. */
export async function checkAndNotify(app: App): Promise<void> {
  const { mistakes } = await checkLedger(app);
  if (mistakes.length === 0) return;
  app.log.error({ mistakes }, 'the ledger does not balance');
  await notifyOperators(app, 'ledger', 0n);
}
