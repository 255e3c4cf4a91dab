import assert from 'node:assert/strict';
import { connectAgent } from '../../../test/agent.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { newcomer, openBrowser, signInAt, testProvider } from '../../../test/peers/at-provider.ts';
import { groupSchema, openScim, patch, userSchema } from '../../../test/peers/scim-client.ts';
import { countingStatements } from '../../../test/pathological/statements.ts';
import { addPerson } from '../../../test/world.ts';
import { createAccessKey } from '../access-keys.ts';
import { giveRoles } from '../people/group-roles.ts';
import { listProviders } from '../providers/providers.ts';
import { addProvisionedUser, changeUser } from './users.ts';

testPlaza('an organization creates, changes and finds its people', async (world) => {
  const { ask, add } = await openScim(world);
  const id = await add('Grace');
  const { body: user, type } = await ask('GET', `/Users/${id}`);
  assert.equal(type, 'application/scim+json; charset=utf-8');
  assert.deepEqual(user.schemas, [userSchema]);
  assert.equal(user.userName, 'Grace@acme.example');
  assert.deepEqual(user.emails, [{ value: 'Grace@acme.example', type: 'work', primary: true }]);
  const account = await world.app.db
    .selectFrom('identity.account')
    .select(['first_name', 'last_name', 'email', 'role', 'activated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([account.first_name, account.last_name, account.role], ['Grace', 'Acme', 'member']);
  assert.ok(account.activated_at);

  const found = async (filter: string) =>
    (await ask('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.Resources.map((each) => each.id);
  assert.deepEqual(await found('userName eq "grace@ACME.example"'), [id]);
  assert.deepEqual(await found('externalId eq "ext-Grace"'), [id]);
  assert.deepEqual(await found('emails.value eq "grace@acme.example" and userName eq "grace@acme.example"'), [
    id,
  ]);
  assert.deepEqual(await found('userName eq "nobody"'), []);
  await add('Ida');
  const page = (await ask('GET', '/Users?startIndex=2&count=1&attributes=userName')).body;
  assert.deepEqual([page.totalResults, page.startIndex, page.itemsPerPage], [2, 2, 1]);
  assert.deepEqual(Object.keys(page.Resources[0] ?? {}).sort(), ['id', 'userName']);
  assert.equal((await ask('GET', '/Users?count=0')).body.totalResults, 2);

  const renamed = await ask('PUT', `/Users/${id}`, {
    schemas: [userSchema],
    userName: 'grace.h@acme.example',
    active: true,
  });
  assert.deepEqual([renamed.status, renamed.body.userName], [200, 'grace.h@acme.example']);
  for (const [path, value] of [
    [
      '/Users',
      { schemas: [userSchema], userName: 'ida@acme.example', emails: [{ value: 'other@acme.example' }] },
    ],
    [
      '/Users',
      { schemas: [userSchema], userName: 'x@acme.example', emails: [{ value: 'ida@acme.example' }] },
    ],
  ] as const) {
    const taken = await ask('POST', path, value);
    assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness'], JSON.stringify(taken.body));
  }
});

testPlaza('an inactive person loses sessions, keys and agents at once', async (world) => {
  const { app, plaza } = world;
  const { ask, add } = await openScim(world);
  const id = await add('Grace');
  const viewer = { ...world.ada, id };
  const key = await createAccessKey(app, id);
  const agent = await connectAgent(plaza, viewer);
  const open = async () => [
    (await plaza.page(viewer, '/settings')).status,
    (await agent.api('GET', '/apis/php/user/profile')).status,
    key.length > 0,
  ];
  assert.deepEqual((await open()).slice(0, 2), [200, 200]);
  // As Entra ID writes it.
  const off = await ask('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
  assert.deepEqual([off.status, off.body.active], [200, false]);
  const [page, api] = await open();
  assert.notEqual(page, 200);
  assert.equal(api, 401);
  const { suspension_reason: reason } = await app.db
    .selectFrom('identity.account')
    .select('suspension_reason')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(reason, 'Acme has deactivated this account');
  // As Okta writes it.
  const on = await ask('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: true } }));
  assert.deepEqual([on.status, on.body.active], [200, true]);
  const account = await app.db
    .selectFrom('identity.account')
    .select('suspended_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(account.suspended_at, null);
  assert.equal((await ask('DELETE', `/Users/${id}`)).status, 204);
  assert.equal((await ask('GET', `/Users/${id}`)).status, 404);
  const gone = await app.db
    .selectFrom('identity.account')
    .select('suspended_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.ok(gone.suspended_at);
});

testPlaza('groups give their roles, and take them', async (world) => {
  const { ask, add } = await openScim(world);
  const [grace, ida] = [await add('Grace'), await add('Ida')];
  const roleOf = async (id: string) =>
    (
      await world.app.db
        .selectFrom('identity.account')
        .select('role')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).role;
  const made = await ask('POST', '/Groups', {
    schemas: [groupSchema],
    displayName: 'Helpers',
    members: [{ value: grace }],
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id } = made.body;
  assert.equal(await roleOf(grace), 'moderator');
  await ask('PATCH', `/Groups/${id}`, patch({ op: 'add', path: 'members', value: [{ value: ida }] }));
  assert.equal(await roleOf(ida), 'moderator');
  await ask('PATCH', `/Groups/${id}`, patch({ op: 'remove', path: `members[value eq "${grace}"]` }));
  assert.equal(await roleOf(grace), 'member');
  const { members } = (await ask('GET', `/Groups/${id}`)).body as unknown as { members: { value: string }[] };
  assert.deepEqual(
    members.map(({ value }) => value),
    [ida],
  );
  const listed = await ask(
    'GET',
    `/Groups?filter=${encodeURIComponent('displayName eq "helpers"')}&excludedAttributes=members`,
  );
  assert.equal(listed.body.totalResults, 1);
  assert.ok(!('members' in (listed.body.Resources[0] ?? {})));
  await ask('PATCH', `/Groups/${id}`, patch({ op: 'replace', path: 'displayName', value: 'Others' }));
  assert.equal(await roleOf(ida), 'member');
  assert.equal((await ask('POST', '/Groups', { schemas: [groupSchema], displayName: 'others' })).status, 409);
  const stranger = await ask('POST', '/Groups', {
    schemas: [groupSchema],
    displayName: 'Mixed',
    members: [{ value: world.bob.id }],
  });
  assert.deepEqual([stranger.status, stranger.body.scimType], [400, 'invalidValue']);
  assert.equal((await ask('DELETE', `/Groups/${id}`)).status, 204);
  const again = { schemas: [groupSchema], displayName: 'Helpers', members: [{ value: grace }] };
  assert.equal((await ask('POST', '/Groups', again)).status, 201);
  assert.equal(await roleOf(grace), 'moderator');
  assert.equal((await ask('DELETE', `/Users/${grace}`)).status, 204);
  assert.equal(await roleOf(grace), 'member', 'whoever is removed keeps no role of a group');
});

testPlaza('the last operator keeps the role when a group of operators is emptied', async (world) => {
  const { app, olga } = world;
  const { ask, add } = await openScim(world);
  const people = [await add('Grace'), await add('Ida')];
  const operators = () =>
    app.db.selectFrom('identity.account').select('id').where('role', '=', 'operator').execute();
  const made = await ask('POST', '/Groups', {
    schemas: [groupSchema],
    displayName: 'Keepers',
    members: people.map((value) => ({ value })),
  });
  assert.equal((await operators()).length, 3);
  await app.db.updateTable('identity.account').set({ role: 'member' }).where('id', '=', olga.id).execute();
  assert.equal((await ask('DELETE', `/Groups/${made.body.id}`)).status, 204);
  assert.equal((await operators()).length, 1);
});

testPlaza('a role that one of many cannot lose costs few statements', async ({ app }) => {
  const names = Array.from({ length: 40 }, (_, n) => `keeper${n}`);
  const people = new Map<string, string[]>();
  for (const name of names) people.set((await addPerson(app, name)).id, []);
  await app.db.updateTable('identity.account').set({ role: 'member' }).execute();
  const operators = () =>
    app.db.selectFrom('identity.account').select('id').where('role', '=', 'operator').execute();
  await app.db
    .updateTable('identity.account')
    .set({ role: 'operator' })
    .where('id', 'in', [...people.keys()])
    .execute();
  const counting = countingStatements(app);
  const groupRoles = [{ group: 'Keepers', role: 'operator' }];
  await giveRoles(counting.app, { slug: 'acme', groupRoles }, people);
  assert.equal((await operators()).length, 1);
  assert.ok(counting.count() < 2 * names.length, `${counting.count()} statements`);
  const before = counting.count();
  await giveRoles(
    counting.app,
    { slug: 'acme', groupRoles: [{ group: 'Gone', role: 'gone' }] },
    new Map([...people.keys()].map((id) => [id, ['Gone']])),
  );
  const count = counting.count() - before;
  assert.ok(count < names.length, `${count} statements for a role that is not there`);
});

testPlaza('an organization sees and changes only its own people', async (world) => {
  const { app, plaza, olga, bob } = world;
  const { ask, add, token, id } = await openScim(world);
  const other = await openScim(world, 'other');
  const grace = await add('Grace');
  assert.equal((await other.ask('GET', `/Users/${grace}`)).status, 404);
  assert.equal(
    (await other.ask('PATCH', `/Users/${grace}`, patch({ op: 'replace', path: 'active', value: false })))
      .status,
    404,
  );
  assert.equal((await other.ask('GET', '/Users')).body.totalResults, 0);
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal((await ask(method, `/Users/${bob.id}`)).status, 404);
  const { email } = await app.db
    .selectFrom('identity.account')
    .select('email')
    .where('id', '=', bob.id)
    .executeTakeFirstOrThrow();
  const taken = await ask('POST', '/Users', {
    schemas: [userSchema],
    userName: 'bob',
    emails: [{ value: email }],
  });
  assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness']);
  for (const bearer of ['', 'x', token.slice(1), 'x'.repeat(200)]) {
    const refused = await ask('GET', '/Users', undefined, bearer);
    assert.equal(refused.status, 401, bearer);
    assert.deepEqual(refused.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
  }
  await plaza.form(olga, `/operator/sign-in/${id}/provisioning`, { on: 'no' });
  assert.equal((await ask('GET', '/Users')).status, 401);
  const [provider] = await listProviders(app);
  assert.equal(provider?.isProvisioned, false);
  assert.equal((await plaza.form(bob, `/operator/sign-in/${id}/provisioning`, { on: 'yes' })).status, 403);
});

testProvider(
  'a person whom an organization created signs in with its provider, and nobody else does in their name',
  async (world, peer) => {
    const [provider] = await listProviders(world.app);
    assert.ok(provider);
    const given = {
      userName: 'grace',
      externalId: null,
      email: 'grace@corp.example',
      givenName: 'Grace',
      familyName: '',
    };
    const user = await addProvisionedUser(world.app, provider, { ...given, displayName: '', isActive: true });
    const at = openBrowser(world);
    peer.person = newcomer({ email_verified: false });
    assert.notEqual((await signInAt(at, peer)).location, '/saved', 'an unverified address');
    peer.forget();
    peer.person = newcomer();
    assert.equal((await signInAt(openBrowser(world), peer)).location, '/saved');
    const linked = await world.app.db.selectFrom('identity.linked_identity').select('account_id').execute();
    assert.deepEqual(
      linked.map(({ account_id: id }) => id),
      [user.account_id],
    );
    await changeUser(world.app, provider, user.account_id, { ...given, displayName: '', isActive: false });
    assert.equal((await signInAt(openBrowser(world), peer)).location, '/signin');
  },
  { newcomers: 'never' },
);
