import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { parseMoney } from '../money/money.ts';
import { earnings, wallet } from './accounts.ts';
import { transfer } from './transfer.ts';

/** Moves earnings to the spendable balance. Each key moves once. */
export async function moveEarnings(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  { amount: typed, key }: { amount: string; key: string },
): Promise<void> {
  const amount = parseMoney(app.config, typed, { field: 'amount' });
  const leg = { from: earnings(viewer.id), to: wallet(viewer.id), amount, kind: 'earnings_moved' };
  try {
    await transfer(app, [leg], {
      key: `move:${viewer.id}:${key}`,
      cause: { subject: 'person', id: viewer.id },
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'insufficient_funds')
      throw new Problem('unpaid', t('The amount is more than your earnings'), {
        field: 'amount',
        code: error.code,
        cause: error,
      });
    throw error;
  }
}
