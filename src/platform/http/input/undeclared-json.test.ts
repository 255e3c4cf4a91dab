import assert from 'node:assert/strict';
import { testHop } from '../../../../test/ask-hop.ts';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { createAccessKey } from '../../../identity/access-keys.ts';
import { connect } from '../../../social/relationships/connect.ts';
import { startSession } from '../../../identity/sessions/sessions.ts';
import { cookiesOf } from '../../../../test/world.ts';

const device = { createdVia: 'api', userAgent: 'Test', address: '127.0.0.1' } as const;

/** The types under which clients send JSON: curl, fetch, PHP, mistakes, and none. */
const types = [
  undefined,
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=UTF-8',
  'text/plain;charset=UTF-8',
  'text/plain',
  'text/json',
  'application/vnd.api+json',
  'application/octet-stream',
  'application/xml',
  'json',
  'application-json',
  '',
];
const declared = (type: string | undefined) => (type === undefined ? {} : { 'content-type': type });

testPlaza('Plaza takes JSON of any declared type', async ({ app, ada, bob, plaza }) => {
  await connect(app, ada, 'friend-add', bob.id);
  await connect(app, bob, 'friend-accept', ada.id);
  const token = { 'x-auth-token': await startSession(app, ada.id, device) };
  for (const type of types) {
    const headers = { ...token, ...declared(type) };
    const post = (url: string, payload: string) =>
      plaza.inject({ method: 'POST', url: `/apis/php/${url}`, headers, payload });
    const body = `{"message":"Tea & cake=1","recipients":["${bob.id}"]}`;
    for (const payload of [body, `\uFEFF\r\n ${body}`]) {
      const sent = await post('chat/message', payload);
      assert.equal(sent.statusCode, 200, `${type}: ${sent.body}`);
      assert.equal(sent.json<{ data: { message: string } }>().data.message, 'Tea & cake=1');
    }
    const broken = await post('posts/post', '{"text":"Tea",}');
    assert.deepEqual(
      [broken.statusCode, broken.json<{ message: string }>().message],
      [400, 'The body is not valid JSON'],
      type,
    );
    const nested = await post('posts/post', `{"text":${'['.repeat(80)}${']'.repeat(80)}}`);
    assert.match(nested.body, /nested deeper/);
    assert.equal((await post('posts/post', `{"text":"${'x'.repeat(300_000)}"}`)).statusCode, 413, type);
    assert.equal((await post('posts/post', '{"text":"\\u0000"}')).statusCode, 400, type);
    const empty = await post('auth/getting_started_finish', '');
    assert.equal(empty.statusCode, 200, `${type}: ${empty.body}`);
  }
  const form = await plaza.inject({
    ...{ method: 'POST', url: '/apis/php/posts/post', payload: 'text=Plain+form' },
    headers: { ...token, 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(form.json<{ data: { text: string } }>().data.text, 'Plain form');
  for (const payload of ['hello', '[1]', '"text"', '<text/>']) {
    const headers = { ...token, 'content-type': 'text/plain' };
    const refused = await plaza.inject({ method: 'POST', url: '/apis/php/posts/post', headers, payload });
    assert.equal(refused.statusCode, 415, payload);
    assert.match(refused.json<{ message: string }>().message, /Content-Type: application\/json/);
  }
});

testPlaza(
  'undeclared JSON is no way past the protection against other sites',
  async ({ app, ada, plaza }) => {
    const cookie = await cookiesOf(app, ada);
    for (const type of types)
      for (const origin of ['https://evil.example', 'null', undefined])
        for (const url of ['/apis/php/posts/post', '/apis/php/auth/signin', '/posts']) {
          const headers = { cookie, ...declared(type), ...(origin && { origin }) };
          const payload = '{"text":"Forged","privacy":"public","username_email":"ada","password":"x"}';
          const { statusCode, headers: sent } = await plaza.inject({ method: 'POST', url, headers, payload });
          assert.ok(statusCode >= 400, `${url} ${type} ${origin}: ${statusCode}`);
          assert.equal(sent['set-cookie'], undefined);
        }
    const posts = await app.db.selectFrom('social.post').select('id').execute();
    assert.equal(posts.length, 0);
  },
);

testHop('Hop takes JSON of any declared type', async ({ app, ada, ask }) => {
  const authorization = `Bearer ${await createAccessKey(app, ada.id)}`;
  for (const [n, type] of types.entries()) {
    const headers = { authorization, ...declared(type) };
    const payload = JSON.stringify({ url: `https://example.org/?a=1&b=${n}`, custom: `any-type-${n}` });
    const added = await ask({ method: 'POST', url: '/api/url/add', headers, payload });
    assert.equal(added.statusCode, 200, `${type}: ${added.body}`);
    const { id, shorturl } = added.json<{ id: number; shorturl: string }>();
    assert.match(shorturl, new RegExp(`/any-type-${n}$`));
    const changed = { method: 'PUT', url: `/api/url/${id}/update`, headers, payload } as const;
    assert.equal((await ask(changed)).statusCode, 200);
    const refused = await ask({ method: 'POST', url: '/api/url/add', headers, payload: '{"url":' });
    assert.deepEqual(
      [refused.statusCode, refused.json()],
      [400, { error: 1, message: 'The body is not valid JSON' }],
    );
  }
});

testPlaza('agents, paid calls and sign-in with an app take undeclared JSON', async ({ plaza }) => {
  for (const type of types) {
    const headers = declared(type);
    const agent = await plaza.inject({
      ...{ method: 'POST', url: '/agent/identity', headers, payload: '{"type":"anonymous"}' },
    });
    assert.equal(agent.statusCode, 200, `${type}: ${agent.body}`);
    const exchange = await plaza.inject({
      ...{ method: 'POST', url: '/api/authorize', headers },
      payload: '{"app_id":"x","app_secret":"x","auth_key":"x"}',
    });
    assert.equal(exchange.statusCode, 401, `${type}: ${exchange.body}`);
    const paid = await plaza.inject({
      ...{ method: 'POST', url: '/api/util/slug', headers, payload: '{"text":"Tea & cake"}' },
    });
    assert.equal(paid.statusCode, 402, `${type}: ${paid.body}`);
    const twice = await plaza.inject({
      ...{ method: 'POST', url: '/api/util/slug', headers, payload: '{"text":"a","text":"b"}' },
    });
    assert.equal(twice.statusCode, 400, `${type}: ${twice.body}`);
  }
});
