import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { connectApp, TestApp } from '../../../test/peers/oauth-app.ts';
import { days, minutes, seconds } from '../../kernel/time.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { updateSiteSettings } from '../../identity/operators/settings.ts';

testPlaza(
  'a person connects an app, which acts within its scopes',
  async ({ app: site, plaza, olga, ada }) => {
    const app = await connectApp(plaza, ada, 'openid profile email read write');
    const { access_token: token, refresh_token: refresh, ...rest } = app.tokens;
    assert.equal(rest.token_type, 'Bearer');
    assert.equal(rest.expires_in, 3600);
    assert.equal(rest.scope, 'openid profile email read write');
    assert.equal((await app.call(token, 'GET', '/apis/php/user/profile')).status, 200);
    const posted = await app.call(token, 'POST', '/apis/php/posts/post', {
      text: 'By an app',
      privacy: 'public',
    });
    assert.equal(posted.status, 200, JSON.stringify(posted.body));
    assert.equal((posted.body.data as { agent_name: string }).agent_name, 'Reading list');
    const person = await app.call(token, 'GET', '/oauth2/userinfo');
    assert.deepEqual(person.body, {
      sub: ada.id,
      name: ada.name,
      preferred_username: 'ada',
      profile: 'http://plaza.test/@ada',
      email: 'ada@example.org',
      // Nobody has to confirm an address here.
      email_verified: false,
    });
    await updateSiteSettings(site, olga, { ...(await getSiteSettings(site)), activation: true });
    const confirmed = await app.call(token, 'GET', '/oauth2/userinfo');
    assert.deepEqual(confirmed.body, { ...person.body, email_verified: true });
    const next = await app.refresh(refresh);
    assert.equal(next.status, 200);
    assert.equal((await app.call(next.body.access_token, 'GET', '/apis/php/user/profile')).status, 200);
  },
);

testPlaza('opening the page grants nothing, and denying returns access_denied', async ({ plaza, ada }) => {
  const app = new TestApp(plaza);
  await app.register();
  const shown = await plaza.page(ada, app.address());
  assert.equal(shown.headers['x-frame-options'], 'DENY');
  assert.match(String(shown.headers['content-security-policy']), /frame-ancestors 'none'/);
  assert.match(String(shown.headers['content-security-policy']), /form-action 'self' http:\/\/127\.0\.0\.1/);
  assert.equal(shown.headers['cache-control'], 'no-store');
  const denied = await app.decide(ada, app.address(), { answer: 'deny' });
  assert.equal(denied.get('error'), 'access_denied');
  assert.equal(denied.get('state'), 'xyz');
  assert.equal(denied.get('iss'), 'http://plaza.test');
});

testPlaza('a visitor signs in first, and returns to the request', async ({ plaza }) => {
  const app = new TestApp(plaza);
  await app.register();
  const { status, headers } = await plaza.page(undefined, app.address());
  assert.equal(status, 303);
  assert.equal(headers.location, `/signin?next=${encodeURIComponent(app.address())}`);
});

testPlaza('the person leaves out what an app should not get', async ({ plaza, ada }) => {
  const app = new TestApp(plaza);
  await app.register();
  const back = await app.decide(ada, app.address({ scope: 'read write messages' }), {
    scopes: ['read', 'pay'],
  });
  const { body } = await app.exchange(back.get('code') ?? '');
  assert.equal(body.scope, 'read');
});

// Errors that are shown to the person: nobody is sent to an address that the app has not registered.
const shownHere: Record<string, Record<string, string | undefined>> = {
  'an unknown client': { client_id: 'app_unknown' },
  'no client': { client_id: undefined },
  'another address': { redirect_uri: 'http://127.0.0.1/other' },
  'an address on another host': { redirect_uri: 'https://elsewhere.example/callback' },
  'an address with more': { redirect_uri: 'http://127.0.0.1/callback?more=1' },
  'an address with a user': { redirect_uri: 'http://127.0.0.1@elsewhere.example/callback' },
  'an address in another spelling': { redirect_uri: 'http://127.0.0.1\\@elsewhere.example/callback' },
  'an unknown pushed request': { request_uri: 'urn:ietf:params:oauth:request_uri:unknown' },
};

testPlaza('does not send anyone to an unregistered address', async ({ plaza, ada }) => {
  const app = new TestApp(plaza);
  await app.register();
  for (const [what, changes] of Object.entries(shownHere)) {
    const { status, headers } = await plaza.page(ada, app.address(changes));
    assert.equal(status, 400, what);
    assert.equal(headers.location, undefined, what);
  }
});

const toClient: [changes: Record<string, string | undefined>, error: string][] = [
  [{ response_type: undefined }, 'invalid_request'],
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ response_type: 'code id_token' }, 'unsupported_response_type'],
  [{ response_mode: 'fragment' }, 'invalid_request'],
  [{ code_challenge: undefined }, 'invalid_request'],
  [{ code_challenge_method: undefined }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ code_challenge: 'short' }, 'invalid_request'],
  [{ scope: 'everything' }, 'invalid_scope'],
  [{ scope: 'api' }, 'invalid_scope'],
  [{ resource: 'https://elsewhere.example' }, 'invalid_target'],
  [{ resource: 'http://plaza.test/settings' }, 'invalid_target'],
  [{ request: 'eyJ' }, 'request_not_supported'],
  [{ prompt: 'none' }, 'consent_required'],
  [{ prompt: 'none consent' }, 'invalid_request'],
  [{ prompt: 'none login' }, 'invalid_request'],
  [{ prompt: 'none', max_age: '0' }, 'login_required'],
  [{ max_age: 'soon' }, 'invalid_request'],
];

testPlaza('returns wrong requests to the client in the words of the protocol', async ({ plaza, ada }) => {
  const app = new TestApp(plaza);
  await app.register();
  for (const [changes, error] of toClient) {
    const { status, headers } = await plaza.page(ada, app.address(changes));
    assert.equal(status, 303, JSON.stringify(changes));
    const back = new URL(String(headers.location));
    assert.equal(back.origin + back.pathname, 'http://127.0.0.1/callback');
    assert.equal(back.searchParams.get('error'), error, JSON.stringify(changes));
    assert.equal(back.searchParams.get('state'), 'xyz');
    assert.equal(back.searchParams.get('iss'), 'http://plaza.test');
  }
});

testPlaza('refuses wrong exchanges of a code', async ({ plaza, ada, bob, app: { clock } }) => {
  const app = new TestApp(plaza);
  await app.register();
  const other = new TestApp(plaza);
  await other.register();
  const code = await app.code(ada);
  const wrong: [Record<string, string>, number, string][] = [
    [{ code: 'cod_unknown' }, 400, 'invalid_grant'],
    [{ code: '' }, 400, 'invalid_request'],
    [{ code_verifier: other.verifier }, 400, 'invalid_grant'],
    [{ code_verifier: '' }, 400, 'invalid_request'],
    [{ redirect_uri: 'http://127.0.0.1:1/callback' }, 400, 'invalid_grant'],
    [{ client_id: other.clientId }, 400, 'invalid_grant'],
    [{ client_id: 'app_unknown' }, 401, 'invalid_client'],
    [{ client_secret: 'guess' }, 401, 'invalid_client'],
    [{ resource: 'https://elsewhere.example' }, 400, 'invalid_target'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ];
  for (const [changes, status, error] of wrong) {
    const answer = await app.exchange(code, changes);
    assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(changes));
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
  // None of these used the code up.
  assert.equal((await app.exchange(code)).status, 200);
  const late = await app.code(bob);
  clock.turn(minutes(1) + seconds(1));
  assert.equal((await app.exchange(late)).body.error, 'invalid_grant');
});

testPlaza('a code that is used again ends its tokens', async ({ plaza, ada }) => {
  const app = new TestApp(plaza);
  await app.register();
  const code = await app.code(ada);
  const { body } = await app.exchange(code);
  assert.equal((await app.exchange(code)).body.error, 'invalid_grant');
  assert.equal((await app.call(body.access_token, 'GET', '/apis/php/user/profile')).status, 401);
  assert.equal((await app.refresh(body.refresh_token)).body.error, 'invalid_grant');
});

testPlaza('a refresh token that is used again ends its whole family', async ({ plaza, ada }) => {
  const app = await connectApp(plaza, ada);
  const first = app.tokens;
  const second = (await app.refresh(first.refresh_token)).body;
  const third = (await app.refresh(second.refresh_token)).body;
  assert.notEqual(third.refresh_token, second.refresh_token);
  assert.equal((await app.refresh(first.refresh_token)).body.error, 'invalid_grant');
  assert.equal((await app.refresh(third.refresh_token)).body.error, 'invalid_grant');
  for (const { access_token } of [first, second, third])
    assert.equal((await app.call(access_token, 'GET', '/apis/php/user/profile')).status, 401);
});

testPlaza(
  'disconnecting, suspending and a new password end access at once',
  async ({ app: service, plaza, ada }) => {
    const ends = {
      disconnected: () =>
        service.db.updateTable('agents.registration').set({ revoked_at: service.clock.now() }).execute(),
      suspended: () =>
        service.db
          .updateTable('identity.account')
          .set({ suspended_at: service.clock.now() })
          .where('id', '=', ada.id)
          .execute(),
    };
    for (const [what, end] of Object.entries(ends)) {
      const app = await connectApp(plaza, ada);
      await end();
      assert.equal(
        (await app.call(app.tokens.access_token, 'GET', '/apis/php/user/profile')).status,
        401,
        what,
      );
      assert.equal((await app.refresh(app.tokens.refresh_token)).body.error, 'invalid_grant', what);
    }
  },
);

testPlaza('revoking a refresh token ends the grant, an access token only itself', async ({ plaza, ada }) => {
  const app = await connectApp(plaza, ada);
  const { access_token: token, refresh_token: refresh } = app.tokens;
  assert.equal((await app.post('/oauth2/revoke', { token: String(token) })).status, 200);
  assert.equal((await app.call(token, 'GET', '/apis/php/user/profile')).status, 401);
  const next = (await app.refresh(refresh)).body;
  assert.equal((await app.post('/oauth2/revoke', { token: String(next.refresh_token) })).status, 200);
  assert.equal((await app.call(next.access_token, 'GET', '/apis/php/user/profile')).status, 401);
});

testPlaza(
  'a consent is only of the person to whom it was shown',
  async ({ plaza, ada, bob, app: service }) => {
    const app = new TestApp(plaza);
    await app.register();
    const shown = await plaza.page(ada, app.address());
    const request = /name="request" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
    const fields = { request, answer: 'approve', scopes: 'read' };
    assert.equal((await plaza.form(bob, '/oauth2/authorize', fields)).status, 410);
    const elsewhere = { origin: 'https://elsewhere.example' };
    assert.equal((await plaza.form(ada, '/oauth2/authorize', fields, elsewhere)).status, 403);
    const changed = `${request.slice(0, -2)}AA`;
    assert.equal((await plaza.form(ada, '/oauth2/authorize', { ...fields, request: changed })).status, 410);
    service.clock.turn(minutes(31));
    assert.equal((await plaza.form(ada, '/oauth2/authorize', fields)).status, 410);
  },
);

testPlaza('a pushed request is shown once, for its client', async ({ plaza, ada }) => {
  const app = new TestApp(plaza);
  await app.register();
  const pushed = await app.post(
    '/oauth2/par',
    Object.fromEntries(new URLSearchParams(app.address().split('?')[1])),
  );
  assert.equal(pushed.status, 201, JSON.stringify(pushed.body));
  const query = { client_id: app.clientId, request_uri: String(pushed.body.request_uri) };
  const address = `/oauth2/authorize?${new URLSearchParams(query).toString()}`;
  const other = new TestApp(plaza);
  await other.register();
  const stolen = new URLSearchParams({ ...query, client_id: other.clientId });
  assert.equal((await plaza.page(ada, `/oauth2/authorize?${stolen.toString()}`)).status, 400);
  assert.ok((await app.decide(ada, address)).get('code'));
  assert.equal((await plaza.page(ada, address)).status, 400);
  const wrong = await app.post('/oauth2/par', { client_id: app.clientId, response_type: 'code' });
  assert.deepEqual([wrong.status, wrong.body.error], [400, 'invalid_request']);
});

testPlaza('payments need the scope and a limit', async ({ plaza, ada, app: service }) => {
  const app = new TestApp(plaza);
  await app.register();
  const shown = await plaza.page(ada, app.address({ scope: 'read pay' }));
  const request = /name="request" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
  const fields = { request, answer: 'approve', scopes: 'pay', dailySpending: '' };
  assert.equal((await plaza.form(ada, '/oauth2/authorize', fields)).status, 422);
  const back = await app.decide(ada, app.address({ scope: 'read pay' }), {
    scopes: ['pay'],
    dailySpending: '2.50',
  });
  assert.equal((await app.exchange(back.get('code') ?? '')).body.scope, 'pay');
  const row = await service.db
    .selectFrom('agents.registration')
    .select('daily_spending')
    .executeTakeFirstOrThrow();
  assert.equal(row.daily_spending, '2500000');
});

testPlaza('an unused client and an old code are deleted', async ({ plaza, ada, app: service }) => {
  const app = await connectApp(plaza, ada);
  const idle = new TestApp(plaza);
  await idle.register();
  await app.code(ada);
  service.clock.turn(days(2));
  const { oauthJobs } = await import('./grants.ts');
  await oauthJobs[0]?.work(service, {});
  const clients = await service.db.selectFrom('agents.client').select('client_id').execute();
  assert.deepEqual(
    clients.map(({ client_id }) => client_id),
    [app.clientId],
  );
});
