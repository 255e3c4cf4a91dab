import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';

const full = { DISK_RESERVE_MIB: 1e9 };

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
