// Runs its share of operations, several concurrently, and prints the key of each posted one. It may be killed
// at any moment and restarted from the beginning.
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../src/kernel/problem.ts';
import { systemClock } from '../../../src/platform/app.ts';
import { openDatabase, type DatabaseAddress } from '../../../src/platform/database/open.ts';
import { databaseProblem } from '../../../src/platform/database/errors.ts';
import { createLog } from '../../../src/platform/logging/log.ts';
import { loadConfig } from '../../../src/platform/settings/config.ts';
import { transfer } from '../../../src/social/wallet/ledger.ts';
import { operationsOf, type Operation } from './operations.ts';

const [given = '', seed = '', count = '', people = ''] = process.argv.slice(2);
const config = loadConfig({ DATA_DIR: process.cwd(), SECRET_KEY: 'ab'.repeat(32) });
const log = createLog({ LOG_LEVEL: 'silent' });
const database = openDatabase(JSON.parse(given) as DatabaseAddress, config, log);
const app = { db: database.kysely, clock: systemClock };
const waiting = operationsOf(Number(seed), Number(count), people.split(','));

async function post({ key, legs }: Operation): Promise<void> {
  for (;;)
    try {
      await transfer(app, legs, { key, cause: { subject: 'test' } });
      process.stdout.write(`${key}\n`);
      return;
    } catch (error) {
      if (error instanceof Problem && error.code === 'insufficient_funds') return;
      // PostgreSQL was killed and the outcome is unknown, so the operation is retried.
      if (databaseProblem(error)?.kind !== 'unavailable') throw error;
      await sleep(50);
    }
}

await Promise.all(
  Array.from({ length: 6 }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await post(next);
  }),
);
await database.close();
