import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import pg from 'pg';
import { cloneDatabase, connectionTo, dropDatabase } from '../../../test/database.ts';
import { migrate } from './migrate.ts';

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
