import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import { type HopWorld, testHop } from '../../../test/ask-hop.ts';
import { openHopBrowser } from '../../../test/chromium/hop-browser.ts';
import { addPerson } from '../../../test/world.ts';
import { addAccessKey, consumeShownKey } from '../../identity/access-keys.ts';
import { changeTeamRole, type RightsInput, type TeamRole, teamRoles } from '../../identity/team/members.ts';
import { collect } from '../../platform/feature.ts';
import { linksFeatures } from '../../servers/links-features.ts';
import { addBio } from '../bio/bios.ts';
import { assignLink, ownedCampaigns } from '../campaigns/campaigns.ts';
import { assignItem, ownedChannels } from '../channels/channels.ts';
import { addCode } from '../qr/codes.ts';
import { addLink } from '../shorten/add-links.ts';

/** The person's own, whatever workspace they work in. */
const personal =
  /^\/(api\/(account|webhooks?|users?|plan)|dashboard\/(account|api|data|keys|plan|settings|webhooks))(\/|$)/;

/** Every door of a workspace that changes something and names its verb. */
const doors = [
  ...collect(linksFeatures, 'routes').map((door) => ({ ...door, kind: 'api' as const })),
  ...collect(linksFeatures, 'pages').map((door) => ({ ...door, kind: 'page' as const })),
].filter(
  ({ kind, path, method, verb }) =>
    method !== 'GET' &&
    verb &&
    !personal.test(path) &&
    (kind === 'api' || /^\/dashboard(\/|$)/.test(path)) &&
    !path.endsWith('/leave'),
);

const expected = (role: TeamRole, needed: string | undefined) =>
  role === 'admin' || (role === 'editor' && needed !== 'admin');

/** Bob, a member of ada's workspace, with a key and a browser. */
async function bobIn({ app, ada, bob, ask }: HopWorld, rights: RightsInput) {
  const joined = { owner_id: ada.id, member_id: bob.id, role: 'editor', joined_at: app.clock.now() };
  await app.db
    .insertInto('identity.team_member')
    .values(joined)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await changeTeamRole(app, ada, bob.id, rights);
  const id = await addAccessKey(app, bob.id, { name: 'Key', workspaceId: ada.id });
  const key = await consumeShownKey(app, bob.id, id);
  const browser = await openHopBrowser({ app, ask }, bob, { workspace: ada.id });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    browser,
    send: (kind: 'api' | 'page', request: InjectOptions) =>
      ask({
        ...request,
        headers: kind === 'api' ? { authorization: `Bearer ${key}` } : { origin: app.config.hopUrl, cookie },
      }),
  };
}

testHop('each role can call the verbs of its workspace that it has, through every door', async (world) => {
  assert.ok(doors.length > 100, `only ${doors.length} doors`);
  const wrong: string[] = [];
  for (const role of teamRoles) {
    const { send } = await bobIn(world, { role });
    for (const { kind, method, path, verb } of doors) {
      // The team page is that of the person's own workspace for all but admins.
      if (role !== 'admin' && path.startsWith('/dashboard/team')) continue;
      const url = path.replaceAll(/:\w+/g, '999999');
      const { statusCode, body } = await send(kind, { method, url, ...(kind === 'api' && { payload: {} }) });
      const isRefused = statusCode === 403 && /Only the owner and admins|read-only access/.test(body);
      if (isRefused === expected(role, verb?.rules.role) || statusCode >= 500 || statusCode === 401)
        wrong.push(`${role}: ${method} ${path} answers ${statusCode}`);
    }
  }
  assert.deepEqual(wrong, []);
});

testHop('an admin manages members, but not other admins', async (world) => {
  const { app, ada, asAda } = world;
  const [carol, dave] = [await addPerson(app, 'carol'), await addPerson(app, 'dave')];
  for (const [person, role] of [
    [carol, 'admin'],
    [dave, 'viewer'],
  ] as const)
    await app.db
      .insertInto('identity.team_member')
      .values({ owner_id: ada.id, member_id: person.id, role, joined_at: app.clock.now() })
      .execute();
  const { browser, send } = await bobIn(world, { role: 'admin' });
  assert.match((await browser.page('/dashboard/team')).text, /Carol Test[^]*Dave Test/);
  const rows: [method: 'PUT' | 'DELETE', id: string, body: object | undefined, status: number][] = [
    ['PUT', dave.id, { role: 'editor', domains: [''] }, 200],
    ['PUT', dave.id, { role: 'editor', domains: [] }, 400],
    ['PUT', dave.id, { role: 'admin' }, 403],
    ['PUT', carol.id, { role: 'viewer' }, 403],
    ['DELETE', carol.id, undefined, 403],
    ['PUT', '999999', { role: 'viewer' }, 404],
    ['DELETE', dave.id, undefined, 200],
  ];
  for (const [method, id, payload, status] of rows) {
    const url = `/api/team/${id}/${method === 'PUT' ? 'update' : 'delete'}`;
    const answer = await send('api', { method, url, ...(payload && { payload }) });
    assert.ok([status, status === 400 ? 422 : status].includes(answer.statusCode), `${url} ${answer.body}`);
  }
  const invited = (role: string) =>
    send('api', { method: 'POST', url: '/api/team/invite', payload: { email: 'eve@example.org', role } });
  assert.equal((await invited('editor')).statusCode, 200);
  assert.equal((await invited('admin')).statusCode, 403);
  const { members } = (await asAda.api('GET', '/api/team')).body as { members: { username: string }[] };
  assert.deepEqual(members.map(({ username }) => username).sort(), ['bob', 'carol']);
  assert.equal((await browser.form(`/dashboard/team/${ada.id}/leave`)).status, 303);
  assert.doesNotMatch((await browser.page('/dashboard/team')).text, /Carol Test/);
});

testHop('an editor with rights on one domain changes nothing on others', async (world) => {
  const { app, ada } = world;
  const at = app.clock.now();
  for (const host of ['one.example', 'two.example'])
    await app.db
      .insertInto('links.domain')
      .values({ account_id: ada.id, host, scheme: 'https', created_at: at, verified_at: at })
      .execute();
  const url = 'https://example.com/';
  const one = await addLink(app, ada, { url, domain: 'one.example' });
  const two = await addLink(app, ada, { url, domain: 'two.example' });
  const plain = await addLink(app, ada, { url });
  const bio = await addBio(app, ada, { title: 'Ada' });
  const code = await addCode(app, ada, { kind: 'text', content: { text: 'Hello' }, design: {} });
  const { send, browser } = await bobIn(world, { role: 'editor', domains: ['https://One.example'] });
  const campaign = await ownedCampaigns.add(app, ada, { name: 'Sale' });
  const channel = await ownedChannels.add(app, ada, { name: 'Mail' });
  await assignLink(app, ada, campaign.id, plain.id);
  await assignItem(app, ada, channel.id, { type: 'links', id: plain.id });
  const rows: [
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: object | undefined,
    isAllowed: boolean,
  ][] = [
    ['POST', `/api/campaign/${campaign.id}/assign/${one.id}`, {}, true],
    ['POST', `/api/campaign/${campaign.id}/assign/${two.id}`, {}, false],
    ['POST', `/api/channel/${channel.id}/assign/links/${one.id}`, {}, true],
    ['POST', `/api/channel/${channel.id}/assign/links/${two.id}`, {}, false],
    ['POST', `/api/channel/${channel.id}/assign/bio/${bio.id}`, {}, false],
    ['POST', `/api/channel/${channel.id}/assign/qr/${code.id}`, {}, false],
    ['POST', '/api/url/add', { url, domain: 'one.example' }, true],
    ['POST', '/api/url/add', { url, domain: 'two.example' }, false],
    ['POST', '/api/url/add', { url }, false],
    ['PUT', `/api/url/${one.id}/update`, { url }, true],
    ['PUT', `/api/url/${one.id}/update`, { url, domain: 'two.example' }, false],
    ['PUT', `/api/url/${one.id}/update`, { url, domain: 'hop.test' }, false],
    ['PUT', `/api/url/${two.id}/update`, { url }, false],
    ['POST', `/api/url/${one.id}/duplicate`, {}, true],
    ['POST', `/api/url/${one.id}/duplicate`, { domain: 'two.example' }, false],
    ['POST', `/api/url/${plain.id}/duplicate`, {}, false],
    ['DELETE', `/api/url/${plain.id}/delete`, undefined, false],
    ['DELETE', `/api/url/${one.id}/delete`, undefined, true],
    ['POST', '/api/qr/add', { type: 'text', data: 'Hello' }, false],
    ['DELETE', `/api/qr/${code.id}/delete`, undefined, false],
  ];
  for (const [method, path, payload, isAllowed] of rows) {
    const { statusCode, body } = await send('api', { method, url: path, ...(payload && { payload }) });
    assert.equal(statusCode, isAllowed ? 200 : 403, `${method} ${path} ${body}`);
  }
  const many = await send('api', {
    method: 'POST',
    url: '/api/urls/add',
    payload: { links: [{ url }, { url }] },
  });
  assert.match(many.body, /no rights on the default domain/);
  const forms: [path: string, fields: Record<string, string>][] = [
    ['/dashboard', { url }],
    ['/dashboard/bulk', { act: 'off', 'id[]': two.id }],
    ['/dashboard/bulk', { act: 'delete', all: 'on', list: '' }],
    [`/dashboard/links/${one.id}/restore`, {}],
    [`/dashboard/statistics/${two.id}/public`, { public: 'yes' }],
    ['/dashboard/bio', { title: 'Bob' }],
    [`/dashboard/campaigns/${campaign.id}/links/${plain.id}/remove`, {}],
    [`/dashboard/channels/${channel.id}/links/${plain.id}/remove`, {}],
    [`/dashboard/bio/${bio.id}/publish`, { published: 'no' }],
    [`/dashboard/bio/${bio.id}/delete`, {}],
    [`/dashboard/qr/${code.id}/delete`, {}],
  ];
  for (const [path, fields] of forms) {
    const { status } = await browser.form(path, fields);
    assert.equal(status === 403, !path.endsWith('/restore'), `${path} ${status}`);
  }
  assert.equal((await browser.page(`/dashboard/links/${two.id}`)).status, 200, 'others can be viewed');
});
