import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import pg from 'pg';
import { cloneDatabase, connectionTo, dropDatabase } from '../../../test/database.ts';
import { migrate } from './prepare.ts';

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

test('has nothing left to run on a migrated database, also concurrently', () =>
  withPool(async (pool) => {
    const runs = await Promise.all([migrate(pool), migrate(pool), migrate(pool)]);
    assert.equal(runs.flat().length, 0);
  }));

test('migrates an empty database once, also concurrently', () =>
  withPool(async (pool) => {
    await pool.query(
      'drop schema identity, social, links, system, search cascade; drop schema if exists agents, paid cascade; drop table migration',
    );
    const runs = await Promise.all([migrate(pool), migrate(pool)]);
    assert.equal(new Set(runs.flat()).size, runs.flat().length);
    assert.equal(runs.flat().length, readdirSync('migrations').length);
  }));

test('rejects a database of a newer version or an edited migration, in one sentence', () =>
  withPool(async (pool) => {
    await pool.query("insert into migration (name, hash) values ('9999-future.sql', 'x')");
    await assert.rejects(migrate(pool), /newer version/);
    await pool.query("delete from migration where name = '9999-future.sql'");
    await pool.query("update migration set hash = 'x' where name = '0001-identity.sql'");
    await assert.rejects(migrate(pool), /was changed after it ran/);
  }));
