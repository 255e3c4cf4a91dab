import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { days } from '../../../src/kernel/time.ts';
import type { DatabaseAddress } from '../../../src/platform/database/open.ts';
import { subscribeToPlan } from '../../../src/social/memberships/subscribing.ts';
import { addPlan } from '../../../src/social/monetization/plans.ts';
import { provider, transfer, wallet } from '../../../src/social/wallet/ledger.ts';
import { checkLedger, getBalances } from '../../../src/social/wallet/balances.ts';
import { testWithDatabase, type TestApp } from '../../app.ts';
import { connectionTo } from '../../database.ts';
import { addPerson } from '../../world.ts';

const names = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal'];

/** Where a renewal is blocked: before the transfer, after it, and after the new period is written. */
const steps = {
  'before the transfer': 'lock table social.ledger_account in exclusive mode',
  'between the transfer and the sale': 'lock table social.sale in exclusive mode',
  'between the new period and its commit': 'lock table social.notification in exclusive mode',
} as const;

testWithDatabase('a renewal killed between any two steps happens exactly once', async ({ app }) => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  const connection = await connectionTo(rows[0]?.name ?? '');
  const monthAgo = { ...app, clock: { ...app.clock, now: () => new Date(Date.now() - days(31)) } };
  const ada = await addPerson(app, 'ada');
  const seller = { type: 'profile', id: ada.id } as const;
  const plan = { title: 'Plan', price: '2', periodNum: '30', period: 'day', description: '' } as const;
  const planId = await addPlan(app, ada, seller, plan);
  const buyers: string[] = [];
  for (const name of names) {
    const buyer = await addPerson(app, name);
    const topUp = { from: provider('operator'), to: wallet(buyer.id), amount: 10_000_000n, kind: 'credit' };
    await transfer(app, [topUp], { key: `credit-${name}`, cause: { subject: 'test' } });
    await subscribeToPlan(monthAgo, buyer, planId);
    buyers.push(buyer.id);
  }

  for (const [step, lock] of Object.entries(steps)) {
    const before = await countRenewed(app);
    await app.db.transaction().execute(async (holder) => {
      await sql.raw(lock).execute(holder);
      const worker = startWorker(connection);
      const ended = once(worker, 'exit');
      while ((await countWaiting(app)) === 0) {
        assert.equal(worker.exitCode, null, `the job is waiting ${step}`);
        await sleep(20);
      }
      worker.kill('SIGKILL');
      await ended;
      while ((await countWaiting(app)) > 0) await endWaiting(app);
    });
    assert.equal(await countRenewed(app), before, step);
  }
  const runs = [startWorker(connection), startWorker(connection)];
  assert.deepEqual(
    await Promise.all(runs.map(async (each) => (await once(each, 'exit'))[0] as number)),
    [0, 0],
  );
  const [again] = (await once(startWorker(connection), 'exit')) as [number];
  assert.equal(again, 0);

  const members = await app.db
    .selectFrom('social.membership')
    .select(['renewals', 'past_due_at', 'ended_at'])
    .execute();
  assert.deepEqual(
    members.map(({ renewals, past_due_at, ended_at }) => [renewals, past_due_at, ended_at]),
    names.map(() => [1, null, null]),
  );
  const sales = await app.db.selectFrom('social.sale').select('buyer_id').execute();
  assert.equal(sales.length, 2 * names.length, 'each subscriber paid for two periods');
  for (const id of buyers) assert.equal((await getBalances(app, id)).wallet, 6_000_000n);
  const renewed = await app.db
    .selectFrom('social.notification')
    .where('money_event', '=', 'renewed')
    .select('account_id')
    .execute();
  assert.deepEqual(renewed.map(({ account_id }) => account_id).sort(), buyers.toSorted());
  assert.deepEqual((await checkLedger(app)).mistakes, []);
});

const startWorker = (connection: DatabaseAddress): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'test/faults/ledger/renewal-worker.ts',
      JSON.stringify(connection),
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );

const countRenewed = async ({ db }: TestApp): Promise<number> =>
  (await db.selectFrom('social.membership').where('renewals', '>', 0).select('id').execute()).length;

async function countWaiting({ db }: TestApp): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/**
 * PostgreSQL only notices a disconnected client when it next writes to it. Until then, the dead process's
 * statement keeps waiting.
 */
const endWaiting = ({ db }: TestApp) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
