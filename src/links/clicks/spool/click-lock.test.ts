import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test, testWithDatabase } from '../../../../test/app.ts';
import type { App } from '../../../platform/app.ts';
import { withClickLock } from './insert-clicks.ts';

async function longestPause({ db }: Pick<App, 'db'>): Promise<string> {
  const { rows } = await sql<{ pause: string }>`
    select current_setting('idle_in_transaction_session_timeout') as pause`.execute(db);
  return rows[0]!.pause;
}

testWithDatabase('disconnects a process that stalls while storing clicks', async ({ app }) => {
  assert.equal(await withClickLock(app, longestPause), '5s');
  assert.equal(await longestPause(app), '0');
});

test('does not limit idle time in the surrounding transaction', async (app) => {
  assert.equal(await withClickLock(app, longestPause), '0');
  assert.equal(await longestPause(app), '0');
});
