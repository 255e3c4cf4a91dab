import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testWithDatabase } from '../../../../test/app.ts';
import { connectionTo } from '../../../../test/database.ts';
import { startProxy } from '../../../../test/faults/proxy.ts';
import { databaseProblem } from '../errors.ts';
import { type Database, openDatabase } from '../open.ts';
import { countInPostgres } from '../../limit-counters.ts';

const nameOf = async ({ kysely }: Database): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely);
  return rows[0]?.name ?? '';
};

/** Returns the result, `unavailable`, or the error itself. */
const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => databaseProblem(error)?.kind ?? error,
  );

testWithDatabase(
  'reports statements as unavailable while the network is silent, and recovers afterwards',
  async ({ app, database }, context) => {
    const proxy = await startProxy(await connectionTo(''));
    const far = openDatabase(
      { ...(await connectionTo(await nameOf(database))), host: proxy.host, port: proxy.port },
      { ...app.config, DATABASE_TIMEOUT: 1, DATABASE_POOL: 5 },
      app.log,
    );
    context.after(async () => {
      await far.close();
      await proxy.close();
    });
    const ask = () => sql`select pg_sleep(0.05)`.execute(far.kysely);
    await Promise.all(Array.from({ length: 5 }, ask));
    assert.equal(far.pool.idleCount, 5);

    proxy.drop();
    const inTransaction = far.kysely.transaction().execute((db) => sql`select 1`.execute(db));
    const limit = countInPostgres(far.pool, 'rate_limit', { named: true });
    const rule = { name: 'test', calls: 1, within: 60_000 };
    assert.deepEqual(
      await Promise.all([
        outcome(ask()),
        outcome(far.pool.query('select 1')),
        outcome(inTransaction),
        outcome(limit.add(rule, 'a')),
      ]),
      ['unavailable', 'unavailable', 'unavailable', 'unavailable'],
    );

    // Connections that were idle in the meantime are broken too.
    proxy.heal();
    for (let n = 0; n < 5; n += 1) assert.equal(await outcome(ask()), 'done');
  },
);

testWithDatabase('cancels a slow statement as unavailable and reuses its connection', async (open) => {
  const { app, database } = open;
  const impatient = openDatabase(
    await connectionTo(await nameOf(database)),
    { ...app.config, DATABASE_TIMEOUT: 1, DATABASE_POOL: 1 },
    app.log,
  );
  const readPid = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(impatient.kysely);
    return rows[0]?.pid;
  };
  const before = await readPid();
  assert.equal(await outcome(sql`select pg_sleep(30)`.execute(impatient.kysely)), 'unavailable');
  assert.equal(await readPid(), before);
  await impatient.close();
});
