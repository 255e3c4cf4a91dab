import { randomUUID } from 'node:crypto';
import type { App, Viewer } from '../../../src/platform/app.ts';
import { requestPayout } from '../../../src/social/wallet/payouts/payouts.ts';
import { addTopUp } from '../../../src/social/wallet/top-ups/top-ups.ts';
import { creditWallet } from '../../../src/social/wallet/top-ups/credit.ts';

/** Adds a wallet with a balance, a pending bank transfer, and a requested payout. */
export async function walletExamples(app: App, viewer: Viewer): Promise<Record<string, string>> {
  const { username } = viewer;
  await creditWallet(app, viewer, { username, amount: '100', reason: 'A welcome', key: randomUUID() });
  const waiting = await addTopUp(app, viewer, { provider: 'bank', amount: '20' });
  const destination = 'DE02 1203 0000 0000 2020 51';
  await requestPayout(app, viewer, { source: 'wallet', amount: '30', destination, key: randomUUID() });
  const { id: credit } = await app.db
    .selectFrom('social.top_up')
    .where('provider', '=', 'operator')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const { id: transaction } = await app.db
    .selectFrom('social.ledger_transaction')
    .where('key', '=', `top-up:${credit}`)
    .select('id')
    .executeTakeFirstOrThrow();
  return {
    '/settings/wallet/transactions/:id': `/settings/wallet/transactions/${transaction}`,
    '/settings/wallet/top-ups/:id': `/settings/wallet/top-ups/${waiting}`,
    '/operator/wallets/top-ups/:id/return': `/operator/wallets/top-ups/${credit}/return`,
  };
}
