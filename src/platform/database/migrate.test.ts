import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import pg from 'pg';
import { cloneDatabase, connectionTo, dropDatabase } from '../../../test/database.ts';
import { migrate } from './migrate.ts';
import { directives, getMigrations, toMigration } from './migration-files.ts';

async function withPool(work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const name = await cloneDatabase();
  const pool = new pg.Pool(await connectionTo(name));
  // Connections still closing when the database is dropped are terminated.
  pool.on('error', () => undefined);
  try {
    await work(pool);
  } finally {
    await pool.end();
    await dropDatabase(name);
  }
}

const migrations = readdirSync('migrations').filter((name) => name.endsWith('.sql'));

test('has nothing left to run on a migrated database, also concurrently', () =>
  withPool(async (pool) => {
    const runs = await Promise.all([migrate(pool), migrate(pool), migrate(pool)]);
    assert.equal(runs.flat().length, 0);
  }));

test('migrates an empty database once, also concurrently', () =>
  withPool(async (pool) => {
    await pool.query(
      'drop schema identity, social, links, system, search, agents, paid cascade; drop table migration; drop extension pg_trgm, btree_gin, unaccent',
    );
    const runs = await Promise.all([migrate(pool), migrate(pool)]);
    assert.deepEqual(runs.flat().sort(), migrations);
  }));

test('rejects a database of a newer version or an edited migration, in one sentence', () =>
  withPool(async (pool) => {
    await pool.query("insert into migration (name, hash) values ('9999-future.sql', 'x')");
    await assert.rejects(migrate(pool), /newer version/);
    await pool.query("delete from migration where name = '9999-future.sql'");
    await pool.query("update migration set hash = 'x' where name = '0001-baseline.sql'");
    await assert.rejects(migrate(pool), /was changed after it ran/);
  }));

/** Names and hashes of the migrations that the baseline replaces, the oldest first. */
const replaced = readFileSync('migrations/before-baseline/SHA256SUMS', 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('  ') as [hash: string, name: string]);

/** Marks a database of the baseline as one that has run the given migrations from before it instead. */
async function recordBefore(pool: pg.Pool, list: typeof replaced): Promise<void> {
  await pool.query("delete from migration where name = '0001-baseline.sql'");
  for (const [hash, name] of list)
    await pool.query('insert into migration (name, hash) values ($1, $2)', [name, hash]);
}

test('begins with the migrations of the last release, unchanged', async () => {
  const released = readFileSync('migrations/RELEASED', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(/ +migrations\//));
  const files = (await getMigrations()).map(({ name, hash }) => [hash, name]);
  assert.ok(released.length > 1);
  assert.deepEqual(files.slice(0, released.length), released);
});

const recorded = async (pool: pg.Pool) =>
  (await pool.query<{ name: string }>('select name from migration order by name')).rows.map(
    ({ name }) => name,
  );

test('continues a database that has run all migrations from before the baseline', () =>
  withPool(async (pool) => {
    await recordBefore(pool, replaced);
    assert.deepEqual(await migrate(pool), ['0001-baseline.sql']);
    assert.deepEqual(await recorded(pool), migrations);
    assert.deepEqual(await migrate(pool), []);
  }));

test('runs the migrations from before the baseline that a database of 0e5da7b7 lacks', () =>
  withPool(async (pool) => {
    const lacking = ['202611260322-fresh-indexes.sql'];
    await recordBefore(
      pool,
      replaced.filter(([, name]) => !lacking.includes(name)),
    );
    assert.deepEqual(await migrate(pool), [...lacking, '0001-baseline.sql']);
    assert.deepEqual(await recorded(pool), migrations);
  }));

test('rejects a database that lacks older migrations and names the commit to start once', () =>
  withPool(async (pool) => {
    await recordBefore(pool, replaced.slice(0, 100));
    const before = await recorded(pool);
    await assert.rejects(migrate(pool), {
      message:
        'The database is from an older version and lacks the migration 202611230348-disputed-top-ups.sql. Start commit 0e5da7b7 once with this database, then this version.',
    });
    assert.deepEqual(await recorded(pool), before);
  }));

test('rejects a database from before the baseline in which a migration was edited', () =>
  withPool(async (pool) => {
    await recordBefore(pool, replaced);
    await pool.query("update migration set hash = 'x' where name = '0003-social.sql'");
    await assert.rejects(migrate(pool), /Migration 0003-social\.sql was changed after it ran/);
  }));

/** This version's migrations and one more. */
const filesWith = async (text: string, name = '999912312359-next.sql') => [
  ...(await getMigrations()),
  toMigration(name, text),
];

test('waits for a long read with a short timeout, so that others do not wait behind it', () =>
  withPool(async (pool) => {
    const reader = await pool.connect();
    await reader.query('begin');
    await reader.query('select count(*) from links.link');
    const said: string[] = [];
    const running = migrate(pool, {
      files: await filesWith('alter table links.link add column next_thing text'),
      report: (_details, message) => said.push(message),
    });
    while (said.length === 0) {
      // A read of the same table waits at most until the migration gives up.
      await pool.query('select count(*) from links.link');
    }
    await reader.query('commit');
    reader.release();
    assert.deepEqual(await running, ['999912312359-next.sql']);
    assert.match(
      said[0] ?? '',
      /^Migration 999912312359-next\.sql failed: canceling statement due to lock timeout\. Trying again\. The longest open transaction is of process \d+, for \d+ s\.$/,
    );
  }));

test('names the session that holds a lock when it gives up', () =>
  withPool(async (pool) => {
    const reader = await pool.connect();
    await reader.query('begin');
    await reader.query('select count(*) from links.link');
    const files = await filesWith('alter table links.link add column next_thing text');
    await assert.rejects(
      migrate(pool, { files, within: 0 }),
      /lock timeout\. The longest open transaction is of/,
    );
    await reader.query('commit');
    reader.release();
  }));

test('tries again after a deadlock', () =>
  withPool(async (pool) => {
    const other = await pool.connect();
    await other.query("set deadlock_timeout = '1h'");
    await other.query('begin');
    await other.query('lock table links.link in share mode');
    const files = await filesWith('lock table links.tag; alter table links.link add column next_thing text');
    const running = migrate(pool, { files });
    while ((await lockedTables(pool, 'AccessExclusiveLock')) === 0);
    await other.query('select count(*) from links.tag');
    await other.query('commit');
    other.release();
    assert.deepEqual(await running, ['999912312359-next.sql']);
  }));

async function lockedTables(pool: pg.Pool, mode: string): Promise<number> {
  const { rows } = await pool.query(
    "select from pg_locks where mode = $1 and granted and relation = 'links.tag'::regclass",
    [mode],
  );
  return rows.length;
}

test('gives up in a deadlock itself, so that no request does', () =>
  withPool(async (pool) => {
    const other = await pool.connect();
    await other.query('begin');
    await other.query('lock table links.link in share mode');
    const files = await filesWith('lock table links.tag; alter table links.link add column next_thing text');
    const said: string[] = [];
    const running = migrate(pool, { files, report: (_details, message) => said.push(message) });
    while ((await lockedTables(pool, 'AccessExclusiveLock')) === 0);
    // A deadlock until the migration gives up, which PostgreSQL would end here after a second.
    await other.query('select count(*) from links.tag');
    await other.query('commit');
    other.release();
    assert.deepEqual(await running, ['999912312359-next.sql']);
    assert.match(said[0] ?? '', /deadlock detected|lock timeout/);
  }));

test('ignores the timeouts of its role', () =>
  withPool(async (pool) => {
    const { rows } = await pool.query<{ name: string }>('select current_database() as name');
    await pool.query(`alter database ${rows[0]!.name} set statement_timeout = '50ms'`);
    const limited = new pg.Pool(await connectionTo(rows[0]!.name));
    limited.on('error', () => undefined);
    try {
      const files = await filesWith('select pg_sleep(0.2)');
      assert.deepEqual(await migrate(limited, { files }), ['999912312359-next.sql']);
    } finally {
      await limited.end();
    }
  }));

test('creates indexes concurrently, and again after an interrupted run', () =>
  withPool(async (pool) => {
    await pool.query('create index next_link on links.link (url)');
    await pool.query("update pg_index set indisvalid = false where indexrelid = 'links.next_link'::regclass");
    const files = await filesWith(`-- Finds links.
${directives.compatible}
${directives.outside}
create index concurrently if not exists next_link on links.link (url);
create index concurrently if not exists next_tag
  on links.tag (name)
  where name <> '';
do $$
begin
  perform 1;
  commit;
end $$;
`);
    const runs = await Promise.all([migrate(pool, { files }), migrate(pool, { files })]);
    assert.deepEqual(runs.flat(), ['999912312359-next.sql']);
    const { rows } = await pool.query(
      "select indisvalid from pg_index where indexrelid in ('links.next_link'::regclass, 'links.next_tag'::regclass)",
    );
    assert.deepEqual(rows, [{ indisvalid: true }, { indisvalid: true }]);
  }));

test('a version before a compatible migration continues with the database', () =>
  withPool(async (pool) => {
    const files = await filesWith(
      `${directives.compatible}\nalter table links.link add column next_thing text;`,
    );
    await migrate(pool, { files });
    assert.deepEqual(await migrate(pool), []);
  }));
