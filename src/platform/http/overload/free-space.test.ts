import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';

const full = { DISK_RESERVE_MIB: 1e9 };

testPlaza(
  'a full disk refuses changes at every door in its own format',
  async ({ bob, plaza }) => {
    const message = 'The disk of the server is full, so nothing can be saved at the moment. Try again later.';
    const oauth = { error: 'temporarily_unavailable', error_description: message };
    for (const [url, expected, type = 'application/json'] of [
      ['/oauth2/token', oauth],
      ['/oauth2/register', oauth],
      ['/agent/identity', oauth],
      ['/api/mail/events', oauth],
      ['/scim/v2/Users', { status: '503', detail: message }, 'application/scim+json'],
    ] as const) {
      const headers = { 'content-type': type };
      const answer = await plaza.inject({ method: 'POST', url, payload: '{}', headers });
      assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '60'], url);
      assert.partialDeepStrictEqual(answer.json(), expected, url);
    }
    assert.equal((await plaza.form(bob, '/settings/account-deletion', {})).status, 503);
  },
  full,
);

testPlaza(
  'a full disk refuses changes, but lets operators in and members end the access of others',
  async ({ bob, olga, plaza }) => {
    const status = async (path: string, fields: Record<string, string> = {}) =>
      (await plaza.form(bob, path, fields)).status;
    assert.equal(await status('/posts', { text: 'Hello', privacy: 'public' }), 503);
    assert.equal((await plaza.form(olga, '/posts', { text: 'Hello', privacy: 'public' })).status, 303);
    for (const path of [
      ...['/signin', '/signin/code', '/signin/code/again', '/signin/passkey', '/signin/passkey/options'],
      ...['/settings/sessions/end', '/settings/sessions/end-others', '/settings/password'],
      ...['/settings/agents/1/disconnect', '/settings/agents/apps/revoke', '/oauth2/revoke'],
      ...['/signin/with/corp/logout', '/signout'],
    ])
      assert.notEqual(await status(path), 503, path);
  },
  full,
);
