import assert from 'node:assert/strict';
import { once } from 'node:events';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { prepareDatabase } from '../../src/platform/database/prepare.ts';
import { directConnection, openJobDatabase, openQueuePool } from '../../src/platform/database/open.ts';
import { addJob, job } from '../../src/platform/jobs/jobs.ts';
import { startWorker } from '../../src/platform/jobs/worker.ts';
import { createLog } from '../../src/platform/logging/log.ts';
import { openApp } from '../../src/platform/open-app.ts';
import { testConfig } from '../app.ts';
import { cloneDatabase, connectionTo, dropDatabase } from '../database.ts';
import { findPgBouncer, startPgBouncer } from './pooler.ts';

const log = createLog({ LOG_LEVEL: 'silent' });
const pgBouncer = findPgBouncer();

if (!pgBouncer)
  process.stdout.write(
    'No PgBouncer (install the package pgbouncer): pooling in transaction mode is not tested.\n',
  );
else
  test('behind a pooler in transaction mode', async (context) => {
    const database = await cloneDatabase();
    const { host, port, user } = await connectionTo(database);
    const pooler = await startPgBouncer(pgBouncer, { host, port, user });
    context.after(async () => {
      await pooler.stop();
      await dropDatabase(database);
    });
    const pooled = {
      DATABASE_URL: `postgres://${user}@127.0.0.1:${pooler.port}/${database}`,
      // PgBouncer keeps prepared statements since 1.21.
      DATABASE_PREPARE: String(pgBouncer.prepares),
      RATE_LIMITS: 'true',
    };
    const direct = {
      ...pooled,
      DATABASE_DIRECT_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    };
    const open = (environment: Record<string, string>) => {
      const config = testConfig(environment);
      return openApp(config, { connectionString: config.DATABASE_URL }, log);
    };

    await context.test('concurrent migrations find nothing to do and leave no lock behind', async () => {
      const connection = { connectionString: pooled.DATABASE_URL };
      for (let round = 0; round < 2; round += 1)
        await Promise.all([prepareDatabase(connection, log), prepareDatabase(connection, log)]);
    });

    await context.test('a start that the pooler refuses says what to set', async () => {
      const connection = { connectionString: pooled.DATABASE_URL };
      await assert.rejects(
        prepareDatabase(connection, log, { wait: 0, isDirect: true }),
        /is a pooler.*Set DATABASE_DIRECT_URL/,
      );
    });

    await context.test(
      'startup without a direct address fails with a message that names the setting',
      async () => {
        await assert.rejects(
          open({ ...pooled, DATABASE_PREPARE: 'false' }),
          /do not arrive.*Set DATABASE_DIRECT_URL .*REDIS_URL/,
        );
      },
    );

    await context.test(
      'with a direct address, processes receive broadcasts and share rate limits',
      async () => {
        const [one, other] = [await open(direct), await open(direct)];
        const heard = new EventEmitter();
        other.app.broadcast.subscribe('link', (payload) => heard.emit('link', payload));
        const events = once(heard, 'link');
        await one.app.broadcast.publish(one.app, 'link', '7');
        assert.deepEqual(await events, ['7']);

        const rule = { name: 'test', calls: 40, within: 60_000 };
        const states = await Promise.all(
          Array.from({ length: 120 }, (_, n) => (n % 2 ? one : other).app.limits.consume(rule, 'ada')),
        );
        assert.equal(states.filter(({ exceeded }) => !exceeded).length, 40);
        await Promise.all([one.close(), other.close()]);
      },
    );

    await context.test('statements are planned once for each of its connections', async () => {
      const opened = await open(direct);
      const { app } = opened;
      const ask = (id: string) =>
        app.db.selectFrom('identity.account').select('id').where('id', '=', id).executeTakeFirst();
      try {
        // More at once than the pooler has connections, so that a statement meets those that do not know it.
        for (let round = 0; round < 5; round += 1)
          await Promise.all(Array.from({ length: 20 }, (_, id) => ask(String(id))));
        const { rows } = await sql<{ count: number }>`
          select count(*)::integer from pg_prepared_statements
          where statement like 'select "id" from "identity"."account"%'`.execute(app.db);
        assert.equal(rows[0]?.count, pgBouncer.prepares ? 1 : 0);
      } finally {
        await opened.close();
      }
    });

    await context.test('jobs run as soon as they are added', async () => {
      const opened = await open(direct);
      const { app } = opened;
      const connection = { connectionString: app.config.DATABASE_URL };
      const queue = openQueuePool(connection, app.config, log);
      const jobs = openJobDatabase(connection, app.config, log);
      const events = new EventEmitter();
      const say = job('test.say', Type.Object({}), () => Promise.resolve(void events.emit('done')));
      const worker = await startWorker({ ...app, db: jobs.kysely }, [say], queue);
      const done = once(events, 'done');
      await addJob(app, say, {});
      await done;
      await worker.stop();
      await Promise.all([queue.end(), jobs.close(), opened.close()]);
      assert.notDeepEqual(directConnection(connection, app.config), connection);
    });
  });
