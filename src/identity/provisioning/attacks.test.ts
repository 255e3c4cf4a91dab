// What an organization, or whoever has its token, cannot do.
import assert from 'node:assert/strict';
import { testCommittingPlaza, testPlaza } from '../../../test/ask-plaza.ts';
import { openScim, patch, groupSchema, userSchema } from '../../../test/peers/scim-client.ts';
import { sql } from 'kysely';

const off = patch({ op: 'replace', path: 'active', value: false });
const on = patch({ op: 'replace', path: 'active', value: true });

testPlaza('an operator by a group loses the role and the account, and gets both back', async (world) => {
  const { app } = world;
  const { ask, add } = await openScim(world);
  const id = await add('Grace');
  await ask('POST', '/Groups', { schemas: [groupSchema], displayName: 'Keepers', members: [{ value: id }] });
  const find = async () => {
    const account = app.db.selectFrom('identity.account').select(['role', 'suspended_at']);
    const { role, suspended_at: at } = await account.where('id', '=', id).executeTakeFirstOrThrow();
    return [role, at !== null];
  };
  assert.deepEqual(await find(), ['operator', false]);
  assert.equal((await ask('PATCH', `/Users/${id}`, off)).status, 200);
  assert.deepEqual(await find(), ['member', true]);
  assert.equal((await ask('PATCH', `/Users/${id}`, on)).status, 200);
  assert.deepEqual(await find(), ['operator', false]);
  assert.equal((await ask('DELETE', `/Users/${id}`)).status, 204);
  assert.deepEqual(await find(), ['member', true]);
});

testPlaza('an operator by no group of the organization remains', async (world) => {
  const { app } = world;
  const { id: providerId, ask, add } = await openScim(world);
  const { olga } = world;
  await app.db
    .insertInto('identity.linked_identity')
    .values({
      ...{ account_id: olga.id, provider_id: providerId, subject: 'olga', name: 'olga' },
      linked_at: app.clock.now(),
    })
    .execute();
  await app.db.updateTable('identity.provider').set({ group_roles: '[]' }).execute();
  await app.broadcast.publish(app, 'providers.changed', '');
  const email = { emails: [{ value: 'olga@example.org', primary: true }] };
  const id = await add('Olga', email);
  assert.equal(id, olga.id);
  assert.equal((await ask('PATCH', `/Users/${id}`, off)).status, 403);
});

testPlaza('an organization has no addresses of other domains', async (world) => {
  const { app } = world;
  const { ask } = await openScim(world);
  await app.db
    .updateTable('identity.provider')
    .set({ email_domains: ['acme.example'] })
    .execute();
  await app.broadcast.publish(app, 'providers.changed', '');
  const create = (value: string) =>
    ask('POST', '/Users', { schemas: [userSchema], userName: value, emails: [{ value, primary: true }] });
  for (const email of ['ceo@other.example', 'ada@example.org', 'x@acme.example.evil.example']) {
    const { status, body } = await create(email);
    assert.deepEqual([status, body.scimType], [400, 'invalidValue'], email);
  }
  assert.equal((await create('grace@ACME.example')).status, 201);
});

testCommittingPlaza('writes of an organization that wait hold no connections', async (world) => {
  const { app } = world;
  const { ask, add } = await openScim(world);
  const id = await add('Grace');
  let left = 30;
  const writes = Array.from({ length: left }, async () => {
    const { status } = await ask('PATCH', `/Users/${id}`, left % 2 ? off : on);
    left -= 1;
    return status;
  });
  let waiting = 0;
  while (left > 0) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where wait_event = 'advisory' and datname = current_database()`.execute(app.db);
    waiting = Math.max(waiting, rows[0]?.n ?? 0);
  }
  assert.deepEqual(new Set(await Promise.all(writes)), new Set([200]));
  assert.equal(waiting, 0);
});
