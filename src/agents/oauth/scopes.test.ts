import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { connectApp, TestApp } from '../../../test/peers/oauth-app.ts';

testPlaza('refreshing gives less, never more, and only to the same client', async ({ plaza, ada }) => {
  const app = await connectApp(plaza, ada, 'read write', { resource: 'http://plaza.test/mcp' });
  const other = new TestApp(plaza);
  await other.register();
  const refresh = app.tokens.refresh_token;
  assert.equal((await app.refresh(refresh, { scope: 'read messages' })).body.error, 'invalid_scope');
  assert.equal(
    (await app.refresh(refresh, { resource: 'http://hop.test/mcp' })).body.error,
    'invalid_target',
  );
  assert.equal((await other.refresh(refresh)).body.error, 'invalid_grant');
  const narrow = await app.refresh(refresh, { scope: 'read' });
  assert.equal(narrow.body.scope, 'read');
  assert.equal((await app.refresh(narrow.body.refresh_token)).body.scope, 'read write');
});

testPlaza('a token for one resource is not valid at another', async ({ plaza, ada }) => {
  const app = await connectApp(plaza, ada, 'openid read', { resource: 'http://plaza.test/mcp' });
  const token = app.tokens.access_token;
  const refused = await app.call(token, 'GET', '/apis/php/user/profile');
  assert.equal(refused.status, 401);
  assert.equal((await app.call(token, 'GET', '/oauth2/userinfo')).status, 401);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  assert.equal((await app.call(token, 'POST', '/mcp', call)).status, 200);
});

const doors: [method: 'GET' | 'POST', path: string, body: object | undefined, scope: string][] = [
  ['GET', '/apis/php/user/profile', undefined, 'read'],
  ['GET', '/apis/php/search?query=hello', undefined, 'read'],
  ['POST', '/apis/php/posts/post', { text: 'Hello', privacy: 'public' }, 'write'],
  ['POST', '/apis/php/user/connect', { do: 'follow', id: '1' }, 'write'],
  ['GET', '/apis/php/chat/conversations', undefined, 'messages'],
  ['POST', '/apis/php/chat/message', { user_id: '1', message: 'Hello' }, 'messages'],
];

for (const scope of ['read', 'write', 'messages', 'profile', 'tools'])
  testPlaza(`a token with the scope ${scope} opens only its doors`, async ({ plaza, ada }) => {
    const app = await connectApp(plaza, ada, scope);
    for (const [method, path, body, needed] of doors) {
      const answer = await app.call(app.tokens.access_token, method, path, body);
      const said = `${method} ${path} ${JSON.stringify(answer.body)}`;
      if (scope === needed) assert.notEqual(answer.status, 403, said);
      else {
        assert.equal(answer.status, 403, said);
        assert.match(
          String(answer.headers['www-authenticate']),
          new RegExp(`error="insufficient_scope", scope="${needed}"`),
        );
      }
    }
  });
