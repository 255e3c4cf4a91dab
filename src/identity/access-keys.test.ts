import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../test/app.ts';
import { addPerson } from '../../test/world.ts';
import { days } from '../kernel/time.ts';
import {
  addAccessKey,
  addTrialKey,
  consumeShownKey,
  listAccessKeys,
  renewAccessKey,
  revokeAccessKey,
} from './access-keys.ts';
import { proposeToEnd } from './sessions/end-access.ts';

test('gives a new account one key with full access, shown once', async (app) => {
  const ada = await addPerson(app, 'ada');
  const [first, ...others] = await listAccessKeys(app, ada.id);
  assert.deepEqual(others, []);
  assert.deepEqual([first?.scopes, first?.expiresAt, first?.isFresh], [null, null, true]);
  const key = await consumeShownKey(app, ada.id, first?.id ?? '');
  assert.equal(key?.slice(-4), first?.hint);
  assert.equal(await consumeShownKey(app, ada.id, first?.id ?? ''), undefined);
  assert.equal((await listAccessKeys(app, ada.id))[0]?.isFresh, false);
});

test('preserves name, scope and expiry of a regenerated key', async (app) => {
  const ada = await addPerson(app, 'ada');
  const expiresAt = new Date(app.clock.now().getTime() + days(1));
  const id = await addAccessKey(app, ada.id, { name: ' A\n shop ', scopes: ['links:read'], expiresAt });
  const before = await consumeShownKey(app, ada.id, id);
  const renewed = await renewAccessKey(app, ada.id, id);
  const [key] = await listAccessKeys(app, ada.id);
  assert.deepEqual(
    [key?.id, key?.name, key?.scopes, key?.expiresAt],
    [renewed, 'A shop', ['links:read'], expiresAt],
  );
  assert.notEqual(await consumeShownKey(app, ada.id, renewed), before);
  await assert.rejects(consumeShownKey(app, ada.id, id), { kind: 'missing' });
});

test('reports keys of other accounts and revoked keys as missing', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const id = await addAccessKey(app, ada.id, { name: 'Shop' });
  for (const act of [consumeShownKey, renewAccessKey, revokeAccessKey])
    await assert.rejects(act(app, bob.id, id), { kind: 'missing' });
  await revokeAccessKey(app, ada.id, id);
  await assert.rejects(revokeAccessKey(app, ada.id, id), { kind: 'missing' });
});

test('requires a name, at least one scope and an expiry in the future', async (app) => {
  const ada = await addPerson(app, 'ada');
  const rows = [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'Shop', scopes: [] }, 'scopes'],
    [{ name: 'Shop', expiresAt: app.clock.now() }, 'expires'],
  ] as const;
  for (const [newKey, field] of rows)
    await assert.rejects(addAccessKey(app, ada.id, newKey), { kind: 'invalid', field });
});

testWithDatabase('limits the number of keys, also for concurrent requests', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const asked = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) => addAccessKey(app, ada.id, { name: `Key ${n}` })),
  );
  assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 24);
  assert.equal((await listAccessKeys(app, ada.id)).length, 25);
});

test('replaces the key of the API reference, and none of the same name', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addAccessKey(app, ada.id, { name: 'API reference' });
  const first = await addTrialKey(app, ada.id);
  const second = await addTrialKey(app, ada.id);
  assert.notEqual(first, second);
  const keys = await listAccessKeys(app, ada.id);
  assert.deepEqual(
    keys.map(({ name, hint, expiresAt }) => [name, expiresAt && hint]),
    [
      ['API reference', second.slice(-4)],
      ['API reference', null],
      ['First key', null],
    ],
  );
  assert.equal(keys[0]?.isFresh, false);
});

test('proposes to revoke a key that was shown lately, however old it is', async (app) => {
  const ada = await addPerson(app, 'ada');
  app.clock.turn(days(400));
  assert.equal((await proposeToEnd(app, ada.id)).keys, false);
  const [first] = await listAccessKeys(app, ada.id);
  await consumeShownKey(app, ada.id, first?.id ?? '');
  assert.equal((await proposeToEnd(app, ada.id)).keys, true);
  app.clock.turn(days(31));
  assert.equal((await proposeToEnd(app, ada.id)).keys, false);
});
