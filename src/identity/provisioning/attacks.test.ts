// What an organization, or whoever has its token, cannot do.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { timesReference } from '../../../test/pathological/cost.ts';
import { testCommittingPlaza, testPlaza } from '../../../test/ask-plaza.ts';
import { connectApp } from '../../../test/peers/oauth-app.ts';
import { openScim, patch, groupSchema, userSchema } from '../../../test/peers/scim-client.ts';
import { findViewer } from '../account/viewer.ts';
import { suspendPerson } from '../people/operator-actions.ts';

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

testPlaza('the costliest requests of an organization cost as much as ordinary ones', async (world) => {
  const { ask, add } = await openScim(world);
  const numbered = <T>(count: number, toItem: (n: number) => T) =>
    Array.from({ length: count }, (_, n) => toItem(n + 1));
  const id = await add('Grace');
  for (const n of numbered(60, String)) await add(`P${n}`);
  const names = (name: string) => numbered(30, (n) => `${name}.a${n}`).join(',');
  const members = numbered(4900, (n) => ({ value: String(1_000_000 + n) }));
  const rows: [string, () => Promise<{ status: number }>, number][] = [
    ['names', () => ask('GET', `/Users?count=200&attributes=${names('name')}`), 200],
    ['others', () => ask('GET', `/Users?count=200&excludedAttributes=${names('emails')}`), 200],
    ['members', () => ask('POST', '/Groups', { schemas: [groupSchema], displayName: 'All', members }), 400],
    [
      'attributes',
      () =>
        ask('PUT', `/Users/${id}`, {
          ...{ schemas: [userSchema], userName: 'grace@acme.example' },
          meta: Object.fromEntries(numbered(4000, (n) => [`k${n}`, n])),
        }),
      400,
    ],
  ];
  for (const [what, request, status] of rows) {
    assert.equal((await request()).status, status, what);
    const times = await timesReference(5, () => Promise.resolve(), request);
    assert.ok(times <= 5, `${what}: ${times.toFixed(1)}`);
  }
});

testPlaza('attributes are shown or left out by their names', async (world) => {
  const { ask, add } = await openScim(world);
  const id = await add('Grace');
  const shown = async (query: string) => (await ask('GET', `/Users/${id}?${query}`)).body;
  const name = { givenName: 'Grace' };
  for (const [query, expected] of [
    ['attributes=nothing', { id }],
    [`attributes=${userSchema.toUpperCase()}:USERNAME`, { id, userName: 'Grace@acme.example' }],
    ['attributes=name.givenName', { id, name }],
    ['attributes=emails.type,emails', { id, emails: (await shown('')).emails }],
    ['attributes=meta.resourceType&excludedAttributes=meta', { id, meta: { resourceType: 'User' } }],
  ] as const)
    assert.deepEqual(await shown(query), expected, query);
  const { name: left, ...others } = await shown('excludedAttributes=name.formatted,id,emails');
  assert.deepEqual(left, { ...name, familyName: 'Acme' });
  assert.deepEqual(Object.keys(others).sort(), [
    ...['active', 'externalId', 'id', 'meta', 'schemas', 'userName'],
  ]);
});

testPlaza(
  'an organization reaches nobody of another, and lifts no suspension of moderators',
  async (world) => {
    const { app, olga } = world;
    const { ask, add } = await openScim(world);
    const other = await openScim(world, 'other');
    const id = await add('Grace');
    const { body: group } = await ask('POST', '/Groups', { schemas: [groupSchema], displayName: 'Helpers' });
    const person = { schemas: [userSchema], userName: 'g@acme.example' };
    const rows: [Parameters<typeof ask>[0], string, object | undefined, number][] = [
      ['GET', `/Users/${id}`, undefined, 404],
      ['PUT', `/Users/${id}`, person, 404],
      ['PATCH', `/Users/${id}`, off, 404],
      ['DELETE', `/Users/${id}`, undefined, 404],
      ['PATCH', `/Groups/${group.id}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }), 404],
      ['DELETE', `/Groups/${group.id}`, undefined, 404],
      ['POST', '/Groups', { schemas: [groupSchema], displayName: 'Keepers', members: [{ value: id }] }, 400],
      ['POST', '/Users', { ...person, emails: [{ value: 'grace@acme.example', primary: true }] }, 409],
      ['POST', '/Users', { ...person, emails: [{ value: 'olga@example.org', primary: true }] }, 409],
    ];
    for (const [method, path, body, status] of rows)
      assert.equal((await ask(method, path, body, other.token)).status, status, `${method} ${path}`);
    await suspendPerson(app, olga, id, 'Spam');
    for (const change of [off, on]) assert.equal((await ask('PATCH', `/Users/${id}`, change)).status, 200);
    assert.equal(await findViewer(app, id), undefined);
  },
);

testPlaza('nothing answers a person who was deactivated', async (world) => {
  const { plaza } = world;
  const { ask, add } = await openScim(world);
  const id = await add('Grace');
  const grace = { ...world.ada, id, username: 'grace' };
  const client = await connectApp(plaza, grace);
  const live = await plaza.page(grace, '/settings');
  assert.equal(live.status, 200);
  const call = (url: string) =>
    plaza.inject({
      ...{ method: 'POST', url, headers: { authorization: `Bearer ${String(client.tokens.access_token)}` } },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
  assert.notEqual((await call('/mcp')).statusCode, 401);
  await ask('PATCH', `/Users/${id}`, off);
  for (const url of ['/mcp', '/a2a', '/oauth2/userinfo', '/apis/php/posts/post'])
    assert.equal((await call(url)).statusCode, 401, url);
  assert.equal((await client.refresh(client.tokens.refresh_token)).status, 400);
  const renamed = await ask('PUT', `/Users/${id}`, { schemas: [userSchema], userName: 'g@acme.example' });
  assert.deepEqual([renamed.status, renamed.body.active], [200, false], 'what is not sent does not activate');
  assert.equal((await call('/mcp')).statusCode, 401);
});
