import assert from 'node:assert/strict';
import { testCommittingPlaza, testPlaza } from '../../../test/ask-plaza.ts';
import { connectApp, TestApp } from '../../../test/peers/oauth-app.ts';
import { suspendAccount } from '../../identity/people/suspend-account.ts';
import { deleteApp, registerApp, updateApp } from '../../social/apps/apps.ts';

testCommittingPlaza(
  'a code that is exchanged twice at once gives no lasting tokens',
  async ({ plaza, ada }) => {
    const app = new TestApp(plaza);
    await app.register();
    const code = await app.code(ada);
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.exchange(code)));
    const given = answers.filter(({ status }) => status === 200);
    assert.ok(given.length <= 1);
    for (const { body } of given) {
      assert.equal((await app.call(body.access_token, 'GET', '/apis/php/user/profile')).status, 401);
      assert.equal((await app.refresh(body.refresh_token)).status, 400);
    }
  },
);

testCommittingPlaza(
  'a refresh token that is used twice at once ends the grant',
  async ({ app: service, plaza, ada }) => {
    const app = await connectApp(plaza, ada);
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.refresh(app.tokens.refresh_token)));
    assert.ok(answers.filter(({ status }) => status === 200).length <= 1);
    assert.deepEqual(await service.db.selectFrom('agents.oauth_grant').select('id').execute(), []);
    assert.deepEqual(await service.db.selectFrom('agents.access_token').select('scope').execute(), []);
  },
);

testPlaza(
  'sends nobody to a website that registered itself, before they have connected it',
  async ({ plaza, ada }) => {
    const app = new TestApp(plaza, 'https://anywhere.example/in');
    await app.register();
    for (const changes of [{ prompt: 'none' }, { scope: 'everything' }, { response_type: 'token' }]) {
      const { status, headers, text } = await plaza.page(ada, app.address(changes));
      assert.deepEqual([status, headers.location], [400, undefined], text.slice(0, 200));
      const visited = await plaza.page(undefined, app.address({ ...changes, prompt: 'none' }));
      assert.deepEqual([visited.status, visited.headers.location], [400, undefined]);
    }
    assert.equal((await app.exchange(await app.code(ada))).status, 200);
    const { headers } = await plaza.page(ada, app.address({ prompt: 'none' }));
    assert.match(String(headers.location), /^https:\/\/anywhere\.example\/in\?error=consent_required/);
  },
);

testPlaza('parameters that are repeated are refused, except resources', async ({ plaza, ada }) => {
  const app = new TestApp(plaza);
  await app.register();
  for (const repeated of [
    'client_id=other',
    'redirect_uri=https%3A%2F%2Felsewhere.example',
    'scope=pay',
    'state=b',
  ]) {
    const { status, headers } = await plaza.page(ada, `${app.address()}&${repeated}`);
    assert.deepEqual([status, headers.location], [400, undefined], repeated);
  }
  const both = ['http://plaza.test/mcp', 'http://hop.test/mcp'];
  const address = `${app.address()}&${both.map((each) => `resource=${encodeURIComponent(each)}`).join('&')}`;
  const { status, body } = await app.exchange((await app.decide(ada, address)).get('code') ?? '');
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal((await app.call(body.access_token, 'GET', '/apis/php/user/profile')).status, 401);
});

testPlaza(
  'a code of one app is worth nothing to another, also with its own verifier',
  async ({ plaza, ada }) => {
    const app = new TestApp(plaza);
    await app.register();
    const thief = new TestApp(plaza);
    await thief.register();
    const code = await app.code(ada);
    for (const changes of [{}, { client_id: app.clientId }, { code_verifier: app.verifier }]) {
      const { status, body } = await thief.exchange(code, changes);
      assert.deepEqual([status, body.error], [400, 'invalid_grant']);
    }
  },
);

testPlaza('an id token is not an assertion, and not for another app', async ({ plaza, ada }) => {
  const app = await connectApp(plaza, ada, 'openid profile');
  const assertion = String(app.tokens.id_token);
  const { status, body } = await app.post('/oauth2/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion,
  });
  assert.deepEqual([status, body.error], [400, 'invalid_grant']);
  const claims = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()) as object;
  assert.equal((claims as { aud: string }).aud, app.clientId);
});

testPlaza('many calls in one message of the Model Context Protocol are refused', async ({ plaza, ada }) => {
  const app = await connectApp(plaza, ada);
  const batch = Array.from({ length: 3 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
  assert.equal((await app.call(app.tokens.access_token, 'POST', '/mcp', batch)).status, 400);
});

testPlaza(
  'a token with one scope runs only its tools, and is told which it lacks',
  async ({ plaza, ada }) => {
    const rows = [
      ['post', { text: 'Hello', privacy: 'public' }, 'write'],
      ['search', { text: 'hello' }, 'read'],
      ['feed', {}, 'read'],
      ['conversations', {}, 'messages'],
      ['send_message', { recipients: ['1'], message: 'Hello' }, 'messages'],
      ['find_tools', { query: 'hash' }, 'tools'],
    ] as const;
    for (const scope of ['read', 'write', 'messages', 'tools']) {
      const app = await connectApp(plaza, ada, scope);
      for (const [name, given, needed] of rows) {
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
        const answer = await app.call(app.tokens.access_token, 'POST', '/mcp', call);
        const said = `${scope} ${name} ${JSON.stringify(answer.body)}`;
        assert.equal(answer.status, scope === needed ? 200 : 403, said);
        if (scope !== needed)
          assert.match(String(answer.headers['www-authenticate']), new RegExp(`scope="${needed}"`), said);
      }
    }
  },
);

testPlaza(
  'another redirect URL, its deletion, or the end of its owner ends what people granted an app',
  async ({ app: service, plaza, ada, bob }) => {
    const details = {
      ...{ name: 'Sundial', domain: 'sundial.example', redirectUrl: 'https://sundial.example/in' },
      ...{ description: '', category: 'Productivity' },
    };
    const changes: [what: string, change: (id: string) => Promise<void>, isOver: boolean][] = [
      ['a name', (id) => updateApp(service, bob, id, { ...details, name: 'Sun clock' }), false],
      [
        'a redirect URL',
        (id) => updateApp(service, bob, id, { ...details, redirectUrl: 'https://sundial.example/other' }),
        true,
      ],
      ['a deletion', (id) => deleteApp(service, bob, id), true],
      ['the end of its owner', () => suspendAccount(service, undefined, bob.id), true],
    ];
    for (const [what, change, isOver] of changes) {
      const { id, authId, secret } = await registerApp(service, bob, details);
      const app = new TestApp(plaza, details.redirectUrl);
      app.clientId = authId;
      const { body } = await app.exchange(await app.code(ada), { client_secret: secret });
      const waiting = await app.code(ada);
      const isIn = async () =>
        (await app.call(body.access_token, 'GET', '/apis/php/user/profile')).status === 200;
      assert.ok(await isIn(), what);
      await change(id);
      assert.equal(await isIn(), !isOver, what);
      const { status } = await app.refresh(body.refresh_token, { client_secret: secret });
      assert.equal(status === 200, !isOver, what);
      const late = await app.exchange(waiting, { client_secret: secret });
      assert.equal(late.status === 200, !isOver, what);
    }
  },
);
