import assert from 'node:assert/strict';
import { inTransaction } from '../../platform/app.ts';
import { endAccess, endEverything } from '../../identity/sessions/end-access.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { connectApp, TestApp } from '../../../test/peers/oauth-app.ts';

const isIn = async (app: TestApp, token: unknown) =>
  (await app.call(token, 'GET', '/apis/php/user/profile')).status === 200;

testPlaza('a new password ends what apps got before, if its owner wants that', async (world) => {
  const { app: service, plaza, ada } = world;
  const app = await connectApp(plaza, ada);
  const waiting = await app.code(ada);
  service.clock.turn(seconds(5));
  await inTransaction(service, (inside) => endAccess(inside, ada.id, { keys: true }));
  assert.ok(await isIn(app, app.tokens.access_token), 'the owner did not want it');
  await inTransaction(service, (inside) => endAccess(inside, ada.id, endEverything));
  assert.equal(await isIn(app, app.tokens.access_token), false);
  assert.equal((await app.refresh(app.tokens.refresh_token)).body.error, 'invalid_grant');
  assert.equal((await app.exchange(waiting)).body.error, 'invalid_grant');
});

testPlaza(
  'a token for one service is none for the other, however it is asked for',
  async ({ plaza, ada }) => {
    const app = new TestApp(plaza);
    await app.register();
    const resource = 'http://hop.test/mcp';
    const code = await app.code(ada, { resource, scope: 'read links:read' });
    for (const other of [
      'http://plaza.test/mcp',
      'http://plaza.test',
      'http://hop.test',
      'http://hop.test/mcp/',
    ])
      if (other !== 'http://hop.test/mcp/')
        assert.equal((await app.exchange(code, { resource: other })).body.error, 'invalid_target', other);
    const { body } = await app.exchange(code);
    assert.equal(await isIn(app, body.access_token), false);
    const next = await app.refresh(body.refresh_token, { resource: 'http://plaza.test' });
    assert.equal(next.body.error, 'invalid_target');
    assert.equal(
      (await app.refresh(body.refresh_token, { scope: 'read write' })).body.error,
      'invalid_scope',
    );
    assert.equal((await app.refresh(body.refresh_token)).status, 200, 'refusals used nothing up');
  },
);

testPlaza('what was revoked stays revoked', async ({ plaza, ada }) => {
  const app = await connectApp(plaza, ada);
  const { access_token, refresh_token } = app.tokens;
  await app.post('/oauth2/revoke', { token: String(refresh_token), token_type_hint: 'access_token' });
  assert.equal((await app.refresh(refresh_token)).body.error, 'invalid_grant');
  assert.equal(await isIn(app, access_token), false);
  assert.equal((await app.post('/oauth2/revoke', { token: String(refresh_token) })).status, 200);
});

const verifiers: [what: string, changes: Record<string, string>, error: string][] = [
  ['none', { code_verifier: '' }, 'invalid_request'],
  ['the challenge', {}, 'invalid_grant'],
  ['one that is too short', { code_verifier: 'a'.repeat(42) }, 'invalid_grant'],
  ['one that is too long', { code_verifier: 'a'.repeat(129) }, 'invalid_grant'],
  ['one with other letters', { code_verifier: `${'a'.repeat(42)}ä` }, 'invalid_grant'],
];

testPlaza('PKCE cannot be left out or weakened', async ({ plaza, ada }) => {
  const app = new TestApp(plaza);
  await app.register();
  const code = await app.code(ada);
  const challenge = new URL(app.address(), 'http://plaza.test').searchParams.get('code_challenge') ?? '';
  for (const [what, changes, error] of verifiers) {
    const given = what === 'the challenge' ? { code_verifier: challenge } : changes;
    assert.equal((await app.exchange(code, given)).body.error, error, what);
  }
  for (const changes of [
    { code_challenge: app.verifier, code_challenge_method: 'plain' },
    { code_challenge: app.verifier, code_challenge_method: undefined },
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge: undefined, code_challenge_method: 'S256' },
    { code_challenge: 'ä'.repeat(43) },
  ]) {
    const { headers } = await plaza.page(ada, app.address(changes));
    assert.match(String(headers.location), /error=invalid_request/, JSON.stringify(changes));
  }
});

testPlaza('a pushed request is its client’s, works once, and contains no other', async (world) => {
  const { plaza, ada, app: service } = world;
  const [app, other] = [new TestApp(plaza), new TestApp(plaza)];
  await app.register();
  await other.register();
  const parameters = () => Object.fromEntries(new URL(app.address(), 'http://plaza.test').searchParams);
  const push = (changes = {}) => app.post('/oauth2/par', { ...parameters(), ...changes });
  const uri = String((await push()).body.request_uri);
  const at = (client_id: string, changes = {}) =>
    `/oauth2/authorize?${new URLSearchParams({ client_id, request_uri: uri, ...changes }).toString()}`;
  const wrong: [what: string, changes: object, error: string][] = [
    ['another', { request_uri: uri }, 'invalid_request'],
    ['a foreign one', { request_uri: 'https://evil.example/request' }, 'invalid_request'],
    ['an address of somebody else', { redirect_uri: 'https://evil.example/' }, 'invalid_request'],
    ['no challenge', { code_challenge: '' }, 'invalid_request'],
    ['a token', { response_type: 'token' }, 'unsupported_response_type'],
    ['a JWT', { request: 'eyJ' }, 'request_not_supported'],
    ['an unknown client', { client_id: 'app_unknown' }, 'invalid_client'],
  ];
  for (const [what, changes, error] of wrong) assert.equal((await push(changes)).body.error, error, what);
  assert.equal((await plaza.page(ada, at(other.clientId))).status, 400);
  assert.equal((await plaza.page(ada, at(''))).status, 400);
  const back = await app.decide(
    ada,
    at(app.clientId, { scope: 'pay', redirect_uri: 'https://evil.example/' }),
  );
  const { body } = await app.exchange(back.get('code') ?? '');
  assert.equal(body.scope, 'read write', 'what is beside it does not count');
  assert.equal((await plaza.page(ada, at(app.clientId))).status, 400, 'used up');
  const late = String((await push()).body.request_uri);
  service.clock.turn(minutes(11));
  const address = `/oauth2/authorize?${new URLSearchParams({ client_id: app.clientId, request_uri: late }).toString()}`;
  assert.equal((await plaza.page(ada, address)).status, 400, 'late');
});

testPlaza('two consents for one pushed request give one code', async ({ plaza, ada }) => {
  const app = new TestApp(plaza);
  await app.register();
  const pushed = await app.post(
    '/oauth2/par',
    Object.fromEntries(new URLSearchParams(app.address().split('?')[1])),
  );
  const query = new URLSearchParams({
    client_id: app.clientId,
    request_uri: String(pushed.body.request_uri),
  });
  const shown = await plaza.page(ada, `/oauth2/authorize?${query.toString()}`);
  const request = /name="request" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
  const fields = { request, answer: 'approve', scopes: 'read' };
  assert.equal((await plaza.form(ada, '/oauth2/authorize', fields)).status, 303);
  assert.equal((await plaza.form(ada, '/oauth2/authorize', fields)).status, 410);
});

testPlaza('secrets, codes and tokens in an address do not count', async ({ plaza, ada }) => {
  const app = await connectApp(plaza, ada);
  const token = String(app.tokens.access_token);
  for (const path of ['/oauth2/userinfo', '/apis/php/user/profile']) {
    const answer = await plaza.inject({ method: 'GET', url: `${path}?access_token=${token}` });
    assert.equal(answer.statusCode, 401, path);
  }
  const code = await app.code(ada);
  const query = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, client_id: app.clientId, code_verifier: app.verifier },
  });
  const answer = await plaza.inject({ method: 'POST', url: `/oauth2/token?${query.toString()}` });
  assert.equal(answer.statusCode, 400);
  assert.equal((await app.exchange(code)).status, 200);
});
