import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { addAccessKey, consumeShownKey, listAccessKeys, renewAccessKey } from '../../identity/access-keys.ts';
import { changeTeamRole, listActivity, removeTeamMember } from '../../identity/team/members.ts';
import type { App } from '../../platform/app.ts';

const join = (app: App, ownerId: string, memberId: string) =>
  app.db
    .insertInto('identity.team_member')
    .values({ owner_id: ownerId, member_id: memberId, role: 'editor', joined_at: app.clock.now() })
    .execute();

testHop(
  'a workspace key has its creator’s current permissions, and expires with their membership',
  async (world) => {
    const { app, ada, bob, ask, asAda } = world;
    await join(app, ada.id, bob.id);
    const id = await addAccessKey(app, bob.id, { name: 'Build', workspaceId: ada.id });
    const key = await consumeShownKey(app, bob.id, id);
    const api = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await ask({ method, url, headers, ...(payload && { payload }) });
      return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
    };

    const added = await api('POST', '/api/url/add', { url: 'https://example.com/', custom: 'by-key' });
    assert.equal(added.status, 200);
    assert.equal((await asAda.api('GET', `/api/url/${added.body.id as number}`)).body.error, 0);
    const owners = await app.db.selectFrom('links.link').select('account_id').execute();
    assert.deepEqual(owners, [{ account_id: ada.id }]);
    const acts = await listActivity(app, ada);
    assert.deepEqual(
      acts.map(({ path, username }) => [path, username]),
      [['/api/url/add', 'bob']],
    );
    const account = (await api('GET', '/api/account')).body.data as { username: string };
    assert.equal(account.username, 'bob');

    await changeTeamRole(app, ada, bob.id, { role: 'viewer' });
    assert.equal((await api('GET', '/api/urls')).status, 200);
    assert.equal((await api('DELETE', `/api/url/${added.body.id as number}/delete`)).status, 403);

    await removeTeamMember(app, ada, bob.id);
    for (const url of ['/api/urls', '/api/account']) assert.equal((await api('GET', url)).status, 401, url);
  },
);

testHop('a workspace key has its selected scopes, also after it is regenerated', async (world) => {
  const { app, ada, bob, ask } = world;
  await join(app, ada.id, bob.id);
  const first = await addAccessKey(app, bob.id, {
    name: 'Read',
    scopes: ['links:read'],
    workspaceId: ada.id,
  });
  const id = await renewAccessKey(app, bob.id, first);
  const headers = { authorization: `Bearer ${await consumeShownKey(app, bob.id, id)}` };
  assert.equal((await ask({ url: '/api/urls', headers })).statusCode, 200);
  const payload = { url: 'https://example.com/' };
  assert.equal((await ask({ method: 'POST', url: '/api/url/add', headers, payload })).statusCode, 403);
  assert.equal((await ask({ url: '/api/channels', headers })).statusCode, 403);
  assert.equal((await listAccessKeys(app, bob.id)).find((key) => key.id === id)?.workspace, ada.name);
});

testHop('the API page only creates keys for one’s own workspaces', async (world) => {
  const { app, ada, bob, asBob } = world;
  assert.doesNotMatch((await asBob.page('/dashboard/api/keys/new')).text, /name="workspace"/);
  const form = { name: 'Build', reach: 'all', workspace: ada.id };
  assert.equal((await asBob.form('/dashboard/api/keys', form)).status, 422);
  await join(app, ada.id, bob.id);
  assert.match((await asBob.page('/dashboard/api/keys/new')).text, /name="workspace"[^]*Ada Test/);
  assert.equal((await asBob.form('/dashboard/api/keys', form)).status, 200);
  assert.match((await asBob.page('/dashboard/api')).text, /Build[^]*Ada Test/);
});
