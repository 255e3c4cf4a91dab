import assert from 'node:assert/strict';
import pg from 'pg';
import { test } from 'node:test';
import { connectionTo, tidyUpAfterTests } from '../../../test/database.ts';
import { requireVersion } from './prepare.ts';

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
