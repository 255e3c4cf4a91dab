import assert from 'node:assert/strict';
import pg from 'pg';
import { test } from 'node:test';
import { createLog } from '../logging/log.ts';
import { cloneDatabase, connectionTo, dropDatabase, tidyUpAfterTests } from '../../../test/database.ts';
import { prepareDatabase, requireVersion } from './prepare.ts';

tidyUpAfterTests();

const answering = (number: string, name: string) => ({
  query: (() => Promise.resolve({ rows: [{ number, name }] })) as never,
});

test('accepts the installed PostgreSQL version', async () => {
  const pool = new pg.Pool({ ...(await connectionTo('postgres')), max: 1 });
  await assert.doesNotReject(requireVersion(pool));
  await pool.end();
});

for (const [number, name] of [
  ['150018', '15.18 (Debian 15.18-0+deb12u1)'],
  ['90624', '9.6.24'],
] as const)
  test(`rejects PostgreSQL ${name} and names its version`, async () => {
    await assert.rejects(requireVersion(answering(number, name)), {
      message: `The database at DATABASE_URL is PostgreSQL ${name}; version 16 or newer is required.`,
    });
  });

test('waits for a database that is read-only, says so, and stops waiting', async (context) => {
  const name = await cloneDatabase();
  context.after(() => dropDatabase(name));
  const connection = await connectionTo(name);
  const set = async (value: string) => {
    const client = new pg.Client({ ...connection, options: '-c default_transaction_read_only=off' });
    await client.connect();
    await client.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    await client.end();
  };
  const said: string[] = [];
  const log = Object.assign(createLog({ LOG_LEVEL: 'silent' }), {
    warn: (_details: object, message: string) => void said.push(message),
  });
  await set('on');
  await assert.rejects(prepareDatabase(connection, log, { wait: 0 }), {
    message: 'The database cannot be used: it is read-only',
  });
  const preparing = prepareDatabase(connection, log, { wait: 60, isDirect: true });
  while (!said.some((message) => message.endsWith('for up to 60 s more: it is read-only'))) await set('on');
  await set('off');
  await preparing;
});

test('does not wait for a database that does not exist', async () => {
  const connection = await connectionTo('nowhere');
  const log = createLog({ LOG_LEVEL: 'silent' });
  await assert.rejects(
    prepareDatabase(connection, log),
    /cannot be used: database "nowhere" does not exist$/,
  );
});
