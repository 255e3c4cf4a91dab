import assert from 'node:assert/strict';
import { testHop, type HopWorld } from '../../../test/ask-hop.ts';
import { addAccessKey, consumeShownKey, createAccessKey } from '../../identity/access-keys.ts';

/** Calls the API with a new key of a person. */
async function keyOf({ app, ask }: HopWorld, accountId: string, scopes: string[] | undefined) {
  const key = scopes
    ? await consumeShownKey(app, accountId, await addAccessKey(app, accountId, { name: 'Key', scopes }))
    : await createAccessKey(app, accountId);
  return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await ask({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: JSON.parse(answer.body) as Record<string, unknown> };
  };
}

testHop('an operator adds, lists, limits, suspends and reinstates accounts', async (world) => {
  const { ada } = world;
  const call = await keyOf(world, ada.id, ['users:write']);
  const plan = { name: 'team', calls: 600, limits: { links: 2 } };
  assert.equal((await call('POST', '/api/plan/add', plan)).status, 200);
  const { plans } = (await call('GET', '/api/plans')).body as { plans: { name: string; limits: object }[] };
  assert.deepEqual(plans.find(({ name }) => name === 'team')?.limits, { links: 2 });
  const added = await call('POST', '/api/user/add', {
    username: 'grace',
    email: 'grace@example.org',
    name: 'Grace Hopper',
    plan: 'team',
  });
  assert.equal(added.status, 200, JSON.stringify(added.body));
  const { id, ...user } = added.body.user as { id: number };
  assert.deepEqual(user, {
    ...{ username: 'grace', name: 'Grace Hopper', email: 'grace@example.org', role: 'member' },
    ...{ plan: 'team', expires: '', suspended: false, registered: '2026-03-01 12:00:00' },
  });
  const listed = (await call('GET', '/api/users?q=grace')).body as { users: { id: number }[]; next: null };
  assert.deepEqual([listed.users.map((each) => each.id), listed.next], [[id], null]);
  const until = { expiration: '2026-12-31' };
  assert.equal((await call('PUT', `/api/plan/pro/user/${id}`, until)).status, 200);
  const upgraded = (await call('GET', `/api/user/${id}`)).body.user as { plan: string; expires: string };
  assert.deepEqual([upgraded.plan, upgraded.expires], ['pro', '2026-12-31 00:00:00']);
  assert.equal((await call('PUT', `/api/user/${id}/suspend`, { reason: 'Unpaid' })).status, 200);
  assert.equal(((await call('GET', `/api/user/${id}`)).body.user as { suspended: boolean }).suspended, true);
  assert.equal((await call('PUT', `/api/user/${id}/reinstate`)).status, 200);
  assert.equal((await call('DELETE', '/api/plan/team/delete')).status, 200);
});

testHop('only keys of operators with the scope reach the accounts of others', async (world) => {
  const { ada, bob } = world;
  const paths = ['/api/users', '/api/plans', `/api/user/${bob.id}`];
  for (const [person, scopes] of [
    [ada, undefined],
    [ada, ['*:read']],
    [ada, ['links:write']],
    [bob, ['users:write']],
  ] as const) {
    const call = await keyOf(world, person.id, scopes && [...scopes]);
    for (const path of paths)
      assert.equal((await call('GET', path)).status, 403, `${person.username} ${path}`);
    assert.equal((await call('PUT', `/api/user/${bob.id}/suspend`, { reason: 'x' })).status, 403);
  }
  const reader = await keyOf(world, ada.id, ['users:read']);
  assert.equal((await reader('GET', '/api/users')).status, 200);
  assert.equal((await reader('PUT', `/api/user/${bob.id}/suspend`, { reason: 'x' })).status, 403);
});

testHop('rejects accounts and plans that cannot be', async (world) => {
  const call = await keyOf(world, world.ada.id, ['users:write']);
  const user = { username: 'grace', email: 'grace@example.org', name: 'Grace Hopper' };
  const rows: [
    method: 'POST' | 'PUT' | 'GET' | 'DELETE',
    path: string,
    body: object | undefined,
    status: number,
  ][] = [
    ['POST', '/api/user/add', { ...user, username: 'bob' }, 409],
    ['POST', '/api/user/add', { ...user, email: 'nowhere' }, 400],
    ['POST', '/api/user/add', { ...user, password: 'a' }, 400],
    ['POST', '/api/user/add', { ...user, plan: 'none' }, 400],
    ['POST', '/api/user/add', { ...user, plan: 'pro', expiration: 'soon' }, 400],
    ['POST', '/api/user/add', { ...user, plan: 'pro', expiration: '2020-01-01' }, 400],
    ['POST', '/api/plan/add', { name: 'Team' }, 400],
    ['POST', '/api/plan/add', { name: 'team', limits: { linkz: 1 } }, 400],
    ['POST', '/api/plan/add', { name: 'team', limits: { links: -1 } }, 400],
    ['DELETE', '/api/plan/free/delete', undefined, 409],
    ['DELETE', '/api/plan/none/delete', undefined, 404],
    ['PUT', `/api/plan/none/user/${world.bob.id}`, {}, 400],
    ['GET', '/api/user/999999999', undefined, 404],
    ['PUT', '/api/user/999999999/reinstate', undefined, 404],
  ];
  for (const [method, path, body, status] of rows) {
    const answer = await call(method, path, body);
    assert.equal(
      answer.status,
      status,
      `${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`,
    );
  }
  const { users } = (await call('GET', '/api/users?q=grace')).body as { users: object[] };
  assert.deepEqual(users, [], 'nothing is left of an account that was refused');
});

testHop('an archive of the account is prepared, and can be canceled', async (world) => {
  const call = await keyOf(world, world.ada.id, ['account:write']);
  const { archive } = (await call('POST', '/api/account/export/start')).body as {
    archive: { id: number; state: string };
  };
  assert.equal(archive.state, 'preparing');
  assert.equal((await call('POST', '/api/account/export/start')).status, 409);
  assert.equal((await call('GET', `/api/account/export/${archive.id}/download`)).status, 404);
  const other = await keyOf(world, world.bob.id, ['account:write']);
  assert.equal((await other('DELETE', `/api/account/export/${archive.id}/delete`)).status, 404);
  assert.equal((await call('DELETE', `/api/account/export/${archive.id}/delete`)).status, 200);
  assert.deepEqual((await call('GET', '/api/account/exports')).body.archives, []);
  const unscoped = await keyOf(world, world.ada.id, undefined);
  assert.equal((await unscoped('GET', '/api/account/exports')).status, 403);
});
