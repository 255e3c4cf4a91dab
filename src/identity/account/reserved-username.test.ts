import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { changeUsername } from '../credentials/change-username.ts';
import { eraseAccount } from '../account-deletion/erase-account.ts';
import { addAccount } from '../sign-up/register.ts';
import { purgeExpired } from './purge-expired.ts';

const taken = { kind: 'conflict', field: 'username', message: 'This username is taken' };
const inside = <T>(app: App, work: (app: App) => Promise<T>) => inTransaction(app, work);

test('reserves a changed username for its former owner for 30 days', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  await changeUsername(app, ada.id, 'countess');
  app.clock.turn(days(30) - 1);
  await purgeExpired(app);
  for (const name of ['ada', 'ADA']) {
    await assert.rejects(
      inside(app, (app) => changeUsername(app, bob.id, name)),
      taken,
    );
    const account = {
      username: name,
      email: 'new@example.org',
      firstName: 'New',
      lastName: 'Person',
      passwordHash: '',
    };
    await assert.rejects(
      inside(app, (app) => addAccount(app, account)),
      taken,
    );
  }
  await changeUsername(app, ada.id, 'ada');
  await changeUsername(app, ada.id, 'countess');
  app.clock.turn(days(30));
  await purgeExpired(app);
  await changeUsername(app, bob.id, 'ada');
});

test('reserves the username of an erased account for 30 days without storing it as text', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  await eraseAccount(app, ada.id);
  await assert.rejects(
    inside(app, (app) => changeUsername(app, bob.id, 'ada')),
    taken,
  );
  const [row] = await app.db.selectFrom('identity.reserved_username').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(row), /ada/);
  app.clock.turn(days(30));
  await purgeExpired(app);
  await changeUsername(app, bob.id, 'ada');
});

testWithDatabase('rejects a username while its release is being committed', async ({ app }) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const taking = await inTransaction(app, async (inside) => {
    await changeUsername(inside, ada.id, 'countess');
    return [changeUsername(app, bob.id, 'ada').catch((error: unknown) => error)];
  });
  const [result] = await Promise.all(taking);
  assert.equal((result as { kind?: string }).kind, 'conflict');
});
