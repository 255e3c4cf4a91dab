import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testWithDatabase } from '../../../test/app.ts';
import { type App, inTransaction } from '../app.ts';

const add = (app: App, action: string) =>
  app.db.insertInto('identity.audit').values({ action, at: app.clock.now() }).execute();

const actions = async (app: App) =>
  (await app.db.selectFrom('identity.audit').select('action').orderBy('id').execute()).map(
    (row) => row.action,
  );

testWithDatabase('rolls back on an exception and runs no callbacks', async ({ app }) => {
  let after = false;
  await assert.rejects(
    inTransaction(app, async (app) => {
      await add(app, 'one');
      app.afterCommit(() => (after = true));
      throw new Error('stop');
    }),
    /stop/,
  );
  assert.deepEqual(await actions(app), []);
  assert.equal(after, false);
});

testWithDatabase('rolls back only a failed inner transaction', async ({ app }) => {
  const done: string[] = [];
  await inTransaction(app, async (app) => {
    await add(app, 'outer');
    app.afterCommit(() => void done.push('outer'));
    const inner = inTransaction(app, async (app) => {
      await add(app, 'inner');
      app.afterCommit(() => void done.push('inner'));
      throw new Error('stop');
    });
    await assert.rejects(inner, /stop/);
    await inTransaction(app, async (app) => {
      await add(app, 'second');
      app.afterCommit(() => void done.push('second'));
    });
    assert.deepEqual(done, []);
  });
  assert.deepEqual(await actions(app), ['outer', 'second']);
  assert.deepEqual(done, ['outer', 'second']);
});

testWithDatabase('runs concurrent inner transactions one after the other', async ({ app }) => {
  const done: string[] = [];
  await inTransaction(app, async (app) => {
    const inner = (name: string, fails: boolean) =>
      inTransaction(app, async (app) => {
        await add(app, name);
        await inTransaction(app, (app) => add(app, `${name}, within`));
        app.afterCommit(() => void done.push(name));
        if (fails) throw new Error(name);
      });
    const results = await Promise.allSettled([
      inner('one', false),
      inner('two', true),
      inner('three', false),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
  });
  assert.deepEqual(await actions(app), ['one', 'one, within', 'three', 'three, within']);
  assert.deepEqual(done, ['one', 'three']);
});

testWithDatabase('waits for concurrent inner transactions before it rolls back', async ({ app }) => {
  const inner = (app: App, name: string, fails: boolean) =>
    inTransaction(app, async (app) => {
      await add(app, name);
      if (fails) throw new Error('stop');
    });
  await assert.rejects(
    inTransaction(app, (app) => Promise.all([inner(app, 'one', true), inner(app, 'two', false)])),
    /stop/,
  );
  assert.deepEqual(await actions(app), []);
});

testWithDatabase('rejects an inner transaction with the App of the outer one', async ({ app }) => {
  await inTransaction(app, async (outer) => {
    await assert.rejects(
      inTransaction(outer, () => inTransaction(outer, () => Promise.resolve())),
      /the App that `work` received/,
    );
    await inTransaction(outer, (inner) => inTransaction(inner, (app) => add(app, 'innermost')));
  });
  assert.deepEqual(await actions(app), ['innermost']);
});

testWithDatabase('rolls back a transaction completely after an inner one failed', async ({ app }) => {
  const fails = (app: App, action: string, before?: (app: App) => Promise<unknown>) =>
    assert.rejects(
      inTransaction(app, async (app) => {
        await add(app, action);
        await before?.(app);
        throw new Error('stop');
      }),
      /stop/,
    );
  await inTransaction(app, async (app) => {
    await add(app, 'outer');
    await fails(app, 'inner', (app) => fails(app, 'innermost'));
    await add(app, 'outer again');
  });
  assert.deepEqual(await actions(app), ['outer', 'outer again']);
});

testWithDatabase('prepares three statements for any number of inner transactions', async ({ app }) => {
  const prepared = await inTransaction(app, async (app) => {
    for (let i = 0; i < 3; i += 1) {
      await inTransaction(app, (app) => add(app, 'inner'));
      await assert.rejects(inTransaction(app, () => Promise.reject(new Error('stop'))));
    }
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from pg_prepared_statements where statement ~ '^(rollback to |release )?savepoint'`.execute(
      app.db,
    );
    return rows[0]?.n;
  });
  assert.equal(prepared, 3);
});
