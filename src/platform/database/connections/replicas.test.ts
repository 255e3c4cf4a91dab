import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { silentLog, testConfig } from '../../../../test/app.ts';
import { openPlaza } from '../../../../test/ask-plaza.ts';
import { startReplicated } from '../../../../test/faults/replica.ts';
import { eventually } from '../../../../test/peers/eventually.ts';
import { createWorld } from '../../../../test/world.ts';
import { systemClock } from '../../app.ts';
import { statements } from '../../logging/metrics.ts';
import { openApp } from '../../open-app.ts';
import { getSiteSettings, writeSetting } from '../../settings/site-settings.ts';

const countedOn = async (server: 'primary' | 'replica'): Promise<number> =>
  (await statements.get()).values.find(({ labels }) => labels.server === server)?.value ?? 0;

test('with a streaming replica', async (context) => {
  const database = await startReplicated();
  const config = testConfig({
    DATABASE_URL: database.primary,
    DATABASE_REPLICA_URL: database.replica,
    SESSION_CACHE_SECONDS: '10',
  });
  const open = await openApp(config, { connectionString: database.primary }, silentLog);
  const app = { ...open.app, clock: { ...systemClock, turn: () => undefined, set: () => undefined } };
  const { ada, bob } = await createWorld(app);
  const plaza = await openPlaza(app);
  context.after(async () => {
    await plaza.close();
    await open.close();
    await database.stop();
  });
  /** Where a request reads, as the name of the server's data folder says. */
  const whereReads = async (since?: string) => {
    const reader = app.replicas?.openReader(since).db;
    if (!reader) throw new Error('There are no replicas');
    const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`.execute(
      reader,
    );
    return rows[0]?.isReplica ? 'replica' : 'primary';
  };
  const isRead = (where: string) => (is: string) => is === where;

  await context.test('requests that change nothing read from it', async () => {
    assert.equal(await eventually(() => whereReads(), isRead('replica')), 'replica');
    const before = await countedOn('replica');
    await eventually(
      () => plaza.page(bob, '/search?q=plaza'),
      ({ status }) => status === 200,
    );
    assert.ok((await countedOn('replica')) > before);
  });

  await context.test('people see their own changes, whatever the replica has', async () => {
    await database.onReplica('select pg_wal_replay_pause()');
    const post = await plaza.form(ada, '/posts', { text: 'Seen at once by its author', privacy: 'public' });
    const [position = ''] = /seen=([^;]+)/.exec(String(post.headers['set-cookie'])) ?? [];
    assert.match(decodeURIComponent(position), /^seen=[0-9A-F]+\/[0-9A-F]+$/);
    assert.match((await plaza.page(ada, '/')).text, /Seen at once by its author/);
    const { id } = await app.db
      .selectFrom('social.post')
      .select('id')
      .where('text', '=', 'Seen at once by its author')
      .executeTakeFirstOrThrow();
    const { body } = await plaza.api(ada, 'GET', `/apis/php/posts/post/${id}`);
    assert.match(JSON.stringify(body), /Seen at once by its author/);
    // On another process, which has only the cookie or the broadcast.
    assert.equal(await whereReads(decodeURIComponent(position).slice(5)), 'primary');
  });

  await context.test(
    'a replica that is too far behind is not read from, until it has caught up',
    async () => {
      assert.equal(await eventually(() => whereReads(), isRead('primary')), 'primary');
      assert.match((await plaza.page(bob, '/')).text, /Seen at once by its author/);
      await database.onReplica('select pg_wal_replay_resume()');
      assert.equal(await eventually(() => whereReads(), isRead('replica')), 'replica');
    },
  );

  await context.test('settings are remembered as they are on the primary', async () => {
    await eventually(() => whereReads(), isRead('replica'));
    const before = await getSiteSettings(app);
    await database.onReplica('select pg_wal_replay_pause()');
    const reader = app.replicas?.openReader(undefined);
    assert.ok(reader);
    await writeSetting(app, 'site', { ...before, name: 'Piazza' });
    assert.equal((await getSiteSettings({ ...app, db: reader.db })).name, 'Piazza');
    await writeSetting(app, 'site', before);
    await database.onReplica('select pg_wal_replay_resume()');
  });

  await context.test('what a request writes goes to the primary, with all that follows', async () => {
    await eventually(() => whereReads(), isRead('replica'));
    const reader = app.replicas?.openReader(undefined);
    assert.ok(reader);
    await reader.db
      .insertInto('system.setting')
      .values({ name: 'written', value: '1', changed_at: new Date() })
      .execute();
    const { rows } = await sql<{
      value: string;
    }>`select value from system.setting where name = 'written'`.execute(reader.db);
    assert.equal(rows.length, 1);
    assert.ok(reader.hasWritten());
    const second = app.replicas?.openReader(undefined);
    assert.ok(second);
    await second.db.transaction().execute(async (db) => {
      await db.deleteFrom('system.setting').where('name', '=', 'written').execute();
    });
    // A function that writes, which only the server can tell.
    const third = app.replicas?.openReader(undefined);
    assert.ok(third);
    await sql`select nextval('social.post_id_seq')`.execute(third.db);
    assert.ok(third.hasWritten());
  });

  await context.test('most statements of pages leave the primary', async () => {
    await eventually(() => whereReads(), isRead('replica'));
    const counted = countStatements(database.replica);
    for (const path of [
      '/',
      '/search?q=post',
      '/people/ada',
      '/notifications',
      '/messages',
      '/saved',
      '/people',
    ])
      for (const viewer of [ada, bob]) {
        await plaza.page(viewer, path);
        // People read a page for longer than the replica needs.
        await eventually(() => whereReads(app.replicas?.mustSee(viewer.id, undefined)), isRead('replica'));
      }
    const { primary, replica } = counted.stop();
    const share = replica / (primary + replica);
    context.diagnostic(
      `${Math.round(share * 100)} % of ${primary + replica} statements of pages, with those that identify people, ran on the replica`,
    );
    assert.ok(share >= 0.7, `only ${share}`);
  });

  await context.test('requests go on when it is lost', async () => {
    await database.stopReplica();
    for (let n = 0; n < 5; n += 1) assert.equal((await plaza.page(bob, '/')).status, 200);
    assert.equal(await eventually(() => whereReads(), isRead('primary')), 'primary');
  });
});

/** Counts the statements of requests by server, but not those that ask how far a server is. */
function countStatements(replica: string) {
  const counts = { primary: 0, replica: 0 };
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
  const replicaHost = decodeURIComponent(/@([^:/]+):/.exec(replica)?.[1] ?? '');
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
    // With several machines, rate limits are in Redis.
    if (!/lsn\(\)|pg_is_in_recovery|rate_limit/.test(text))
      counts[this.host === replicaHost ? 'replica' : 'primary'] += 1;
    return query.apply(this, args);
  });
  return {
    stop: () => {
      Reflect.set(pg.Client.prototype, 'query', query);
      return counts;
    },
  };
}
