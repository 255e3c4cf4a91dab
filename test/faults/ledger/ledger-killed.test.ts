import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded.ts';
import { prepareDatabase } from '../../../src/platform/database/prepare.ts';
import { createLog } from '../../../src/platform/logging/log.ts';
import { openApp } from '../../../src/platform/open-app.ts';
import { checkLedger, getBalances } from '../../../src/social/wallet/balances.ts';
import { testConfig } from '../../app.ts';
import { memoryFolder } from '../../memory-folder.ts';
import { addPerson } from '../../world.ts';
import { operationsOf } from './operations.ts';

/**
 * Operations per worker, for three workers. For a longer run: LEDGER_OPERATIONS=5000 node scripts/test.ts
 * test/faults/ledger/ledger-killed.test.ts
 */
const operations = Number(process.env.LEDGER_OPERATIONS ?? 100);
const seeds = [11, 12, 13];
const log = createLog({ LOG_LEVEL: 'silent' });

test('after kill -9 of processes and of PostgreSQL, nothing is lost or posted twice, and all balances match', async (context) => {
  const folder = mkdtempSync(join(memoryFolder(), 'plaza-ledger-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'ledger', log });
  await prepareDatabase(postgres.connection, log);
  const open = await openApp(testConfig(), postgres.connection, log);
  context.after(async () => {
    await open.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const people: string[] = [];
  for (const name of ['ann', 'ben', 'cat', 'dan']) people.push((await addPerson(open.app, name)).id);

  const posted = new Set<string>();
  let kills = 0;
  /** Runs a worker until it has finished, killing it repeatedly. */
  const runWorker = async (seed: number) => {
    for (let killAfter = 10; ; killAfter += operations / 4) {
      const child = startWorker(postgres.connection, seed, people);
      let lines = 0;
      const reader = createInterface({ input: child.stdout as NodeJS.ReadableStream });
      reader.on('line', (key) => {
        posted.add(key);
        if (++lines === Math.round(killAfter)) child.kill('SIGKILL');
      });
      const [[code]] = await Promise.all([
        once(child, 'exit') as Promise<[number | null]>,
        once(reader, 'close'),
      ]);
      if (code === 0) return;
      assert.equal(code, null, 'a worker failed; see its output above');
      kills += 1;
    }
  };
  const workers = Promise.all(seeds.map(runWorker));
  for (const killAt of [20, operations]) {
    while (posted.size < killAt) await sleep(5);
    process.kill(postmasterIn(folder), 'SIGKILL');
    await sleep(500);
  }
  await workers;
  context.diagnostic(`${kills} processes and PostgreSQL twice were killed over ${posted.size} transactions`);
  assert.ok(kills >= seeds.length);

  const { mistakes } = await checkLedger(open.app);
  assert.deepEqual(mistakes, []);
  const rows = await open.app.db.selectFrom('social.ledger_transaction').select('key').execute();
  const stored = new Set(rows.map(({ key }) => key));
  assert.deepEqual(
    [...posted].filter((key) => !stored.has(key)),
    [],
    'acknowledged transactions are stored',
  );
  // Each stored operation, applied once, must give the balances.
  const expected = new Map<string, bigint>();
  const all = seeds.flatMap((seed) => operationsOf(seed, operations, people));
  for (const { key, legs } of all)
    for (const { from, to, amount } of stored.has(key) ? legs : [])
      for (const [account, change] of [
        [from, -amount],
        [to, amount],
      ] as const) {
        if (!('owner' in account)) continue;
        const name = `${account.owner} ${account.kind}`;
        expected.set(name, (expected.get(name) ?? 0n) + change);
      }
  for (const person of people) {
    const balances = await getBalances(open.app, person);
    for (const kind of ['wallet', 'held', 'earnings'] as const)
      assert.equal(balances[kind], expected.get(`${person} ${kind}`) ?? 0n, `${person} ${kind}`);
  }
});

const startWorker = (connection: object, seed: number, people: readonly string[]): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'test/faults/ledger/worker.ts',
      JSON.stringify(connection),
      String(seed),
      String(operations),
      people.join(','),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );

const postmasterIn = (folder: string): number =>
  Number(readFileSync(`${folder}/postgres/data/postmaster.pid`, 'utf8').split('\n')[0]);
