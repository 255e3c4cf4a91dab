import { deepEqual, equal, rejects } from 'node:assert/strict';
import { testWithDatabase } from '../../../test/app.ts';
import type { App } from '../app.ts';
import { inTransaction } from './transaction.ts';

const add = (app: App, action: string) =>
  app.db.insertInto('identity.audit').values({ action, at: app.clock.now() }).execute();

const actions = async (app: App) =>
  (await app.db.selectFrom('identity.audit').select('action').orderBy('id').execute()).map(
    (row) => row.action,
  );

testWithDatabase('what throws leaves nothing, and nothing is done after it', async ({ app }) => {
  let after = false;
  await rejects(
    inTransaction(app, async (app) => {
      await add(app, 'one');
      app.afterCommit(() => (after = true));
      throw new Error('stop');
    }),
    /stop/,
  );
  deepEqual(await actions(app), []);
  equal(after, false);
});

testWithDatabase('an inner one that fails is undone alone', async ({ app }) => {
  const done: string[] = [];
  await inTransaction(app, async (app) => {
    await add(app, 'outer');
    app.afterCommit(() => void done.push('outer'));
    const inner = inTransaction(app, async (app) => {
      await add(app, 'inner');
      app.afterCommit(() => void done.push('inner'));
      throw new Error('stop');
    });
    await rejects(inner, /stop/);
    await inTransaction(app, async (app) => {
      await add(app, 'second');
      app.afterCommit(() => void done.push('second'));
    });
    deepEqual(done, []);
  });
  deepEqual(await actions(app), ['outer', 'second']);
  deepEqual(done, ['outer', 'second']);
});
