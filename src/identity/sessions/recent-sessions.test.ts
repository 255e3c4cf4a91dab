import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { silentLog, testConfig, testWithDatabase } from '../../../test/app.ts';
import { connectionTo } from '../../../test/database.ts';
import { eventually } from '../../../test/peers/eventually.ts';
import { addPerson } from '../../../test/world.ts';
import type { App } from '../../platform/app.ts';
import { openApp } from '../../platform/open-app.ts';
import { forgetForWrite, forgetRecent } from '../recent-credentials.ts';
import { endSession, findRecentSession, startSession } from './sessions.ts';

const remembering = { SESSION_CACHE_SECONDS: '60' };
const device = { createdVia: 'page', userAgent: '', address: '' } as const;

/** Counts the statements that `work` sends. */
async function countStatements(app: App, work: (app: App) => Promise<unknown>): Promise<number> {
  let count = 0;
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      count += 1;
      return Promise.resolve(result);
    },
  });
  await work({ ...app, db });
  return count;
}

testWithDatabase(
  'looks up a session once in a while, and forgets it at once when it ends',
  async ({ app }) => {
    const ada = await addPerson(app, 'ada');
    const token = await startSession(app, ada.id, device);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
    const other = await openApp(testConfig(remembering), await connectionTo(rows[0]?.name ?? ''), silentLog);
    try {
      const found = await findRecentSession(app, token);
      assert.equal(found?.viewer.username, 'ada');
      const second = { ...other.app, clock: app.clock };
      assert.equal((await findRecentSession(second, token))?.viewer.username, 'ada');
      assert.equal(await countStatements(app, (app) => findRecentSession(app, token)), 0);
      assert.equal(await findRecentSession(app, `${token}x`), undefined);

      await app.db
        .updateTable('identity.account')
        .set({ first_name: 'Augusta' })
        .where('id', '=', ada.id)
        .execute();
      for (const each of [app, second]) {
        const nameIn = async () => (await findRecentSession(each, token))?.viewer.name.split(' ')[0];
        assert.equal(await eventually(nameIn, (name) => name === 'Augusta'), 'Augusta');
      }

      await endSession(app, ada.id, found.id);
      assert.equal(await findRecentSession(app, token), undefined);
      const elsewhere = () => findRecentSession(second, token);
      assert.equal(await eventually(elsewhere, (session) => session === undefined), undefined);
    } finally {
      await other.close();
    }
  },
  remembering,
);

testWithDatabase(
  'remembers nothing while an account writes',
  async ({ app }) => {
    const ada = await addPerson(app, 'ada');
    const token = await startSession(app, ada.id, device);
    const look = () => countStatements(app, (app) => findRecentSession(app, token));
    await look();
    assert.equal(await look(), 0);
    forgetForWrite(app, ada.id);
    assert.equal(await look(), 1);
    forgetRecent(app, ada.id);
    assert.equal(await look(), 1, 'not even what is found after a part of the write');
  },
  remembering,
);
