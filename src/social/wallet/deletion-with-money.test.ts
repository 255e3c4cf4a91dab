import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { device, password } from '../../../test/world.ts';
import {
  requestAccountDeletion,
  scheduleDeletionByOperator,
} from '../../identity/account-deletion/account-deletion.ts';
import { databaseProblem } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/app.ts';
import { erasePlaza } from '../accounts/data/erase-plaza.ts';
import { checkLedger, getBalances } from './balances.ts';
import { requestPayout } from './payouts/payouts.ts';
import { creditWallet } from './top-ups/credit.ts';

testPlaza('an account with a balance is deleted only after a payout or forfeiture', async (world) => {
  const { app, plaza, ada, olga } = world;
  await creditWallet(app, olga, { username: 'ada', amount: '5', reason: 'Cash', key: randomUUID() });
  const close = () =>
    inTransaction(app, (app) => requestAccountDeletion(app, ada.id, 'account', { password, device }));
  await assert.rejects(close(), (error) => {
    const problem = databaseProblem(error);
    return problem?.kind === 'conflict' && problem.message.includes('Settings > Wallet');
  });
  const path = '/settings/wallet/give-up';
  assert.match((await plaza.page(ada, '/settings/wallet')).text, /Forfeit your balance/);
  assert.equal((await plaza.form(ada, path)).status, 422);
  assert.equal((await plaza.form(ada, path, { agreed: 'on' })).status, 303);
  assert.equal((await getBalances(app, ada.id)).wallet, 0n);
  assert.ok((await close()).dueAt);
  assert.deepEqual((await checkLedger(app)).mistakes, []);
});

testPlaza('a deleted account leaves numbers, and its balance goes to the operator', async (world) => {
  const { app, ada, olga } = world;
  await creditWallet(app, olga, { username: 'ada', amount: '50', reason: 'For Ada', key: randomUUID() });
  const destination = 'DE02 Ada';
  await requestPayout(app, ada, { source: 'wallet', amount: '20', destination, key: randomUUID() });
  await scheduleDeletionByOperator(app, olga.id, ada.id, 'Spam');
  await erasePlaza(app, ada.id);
  assert.deepEqual(await getBalances(app, ada.id), { wallet: 0n, held: 0n, earnings: 0n });
  const left = await app.db
    .selectFrom('social.payout')
    .select(['account_id', 'destination', 'state'])
    .execute();
  assert.deepEqual(left, [{ account_id: null, destination: '', state: 'canceled' }]);
  const topUps = await app.db
    .selectFrom('social.top_up')
    .select(['account_id', 'reason', 'amount'])
    .execute();
  assert.deepEqual(topUps, [{ account_id: null, reason: '', amount: '50000000' }]);
  const rows = await app.db
    .selectFrom('social.ledger_account')
    .select(['kind', 'owner_id', 'balance'])
    .execute();
  assert.deepEqual(
    rows.filter(({ owner_id }) => owner_id !== null),
    [],
  );
  const total = rows
    .filter(({ kind }) => kind === 'commission')
    .reduce((sum, row) => sum + BigInt(row.balance), 0n);
  assert.equal(total, 50_000_000n);
  assert.deepEqual((await checkLedger(app)).mistakes, []);
});
