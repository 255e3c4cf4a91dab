import assert from 'node:assert/strict';
import { type HopWorld, testHop } from '../../../test/ask-hop.ts';
import { device, password } from '../../../test/world.ts';
import { addAccessKey, consumeShownKey } from '../../identity/access-keys.ts';
import { requirePassword } from '../../identity/credentials/credentials.ts';

testHop(
  'the first account is the operator and gets the plan with all features',
  async ({ ada, bob, asAda, asBob }) => {
    const { status, body } = await asAda.api('GET', '/api/account');
    assert.equal(status, 200);
    assert.deepEqual(body, {
      error: 0,
      data: {
        id: Number(ada.id),
        email: 'ada@example.org',
        username: 'ada',
        avatar: (body.data as { avatar: string }).avatar,
        status: 'pro',
        expires: '9999-12-31 23:59:59',
        registered: '2026-01-30 12:00:00',
      },
    });
    const data = (await asBob.api('GET', '/api/account')).body.data as { id: number; status: string };
    assert.deepEqual([data.id, data.status], [Number(bob.id), 'free']);
  },
);

testHop('an account without a picture gets a default one', async ({ asAda, asNobody }) => {
  const { avatar } = (await asAda.api('GET', '/api/account')).body.data as { avatar: string };
  assert.match(avatar, /^http:\/\/hop\.test\/avatars\/AT\/\d+$/);
  const picture = await asNobody.page(new URL(avatar).pathname);
  assert.equal(picture.status, 200);
  assert.match(picture.text, /^<svg[^]*AT[^]*<\/svg>$/);
  assert.doesNotMatch((await asNobody.page('/avatars/%3Cb%3E/3')).text, /<b>/);
});

/** Creates an API key with the given scopes, `account:write` by default, and returns a client for it. */
async function openWith({ app, ada, ask }: HopWorld, scopes: string[] = ['account:write']) {
  const key = await consumeShownKey(
    app,
    ada.id,
    await addAccessKey(app, ada.id, { name: 'Account', scopes }),
  );
  return async (payload: object) => {
    const answer = await ask({
      method: 'PUT',
      url: '/api/account/update',
      headers: { authorization: `Bearer ${key ?? ''}` },
      payload,
    });
    return { status: answer.statusCode, body: answer.json<{ error: number; message: string }>() };
  };
}

const emailOf = async ({ asAda }: HopWorld) =>
  ((await asAda.api('GET', '/api/account')).body.data as { email: string }).email;

testHop('a key alone cannot change the email or password', async (world) => {
  const { app, ada, asAda } = world;
  const refused = await asAda.api('PUT', '/api/account/update', { email: 'new@example.org' });
  assert.equal(refused.status, 403, 'a key lacks account:write unless it is selected');
  const update = await openWith(world);
  const { status, body } = await update({ email: 'new@example.org', password: 'another good one' });
  assert.deepEqual([status, body.error], [200, 0]);
  assert.match(body.message, /Confirm the new email address.+Confirm the new password/);
  assert.equal(await emailOf(world), 'ada@example.org');
  await requirePassword(app, ada.id, password, device);
  const waiting = await app.db
    .selectFrom('identity.mailed_code')
    .select(['purpose', 'detail'])
    .where('account_id', '=', ada.id)
    .execute();
  const detail = JSON.stringify({ email: 'new@example.org', isProven: false });
  assert.deepEqual(waiting, [{ purpose: 'email', detail }]);
});

testHop(
  'the current password changes the password immediately and revokes keys on request',
  async (world) => {
    const { app, ada } = world;
    const update = await openWith(world);
    const wrong = await update({ password: 'another good one', current_password: 'not this one' });
    assert.equal(wrong.status, 403);
    await requirePassword(app, ada.id, password, device);
    const done = await update({ password: 'another good one', current_password: password, end_keys: true });
    assert.deepEqual([done.status, done.body.message], [200, 'Password changed.']);
    await requirePassword(app, ada.id, 'another good one', device);
    assert.equal((await update({})).status, 401, 'the key is revoked as well');
  },
);

testHop('blank fields change nothing', async (world) => {
  const { app, ada } = world;
  const update = await openWith(world);
  for (const body of [{}, { email: '', password: '' }, { email: null, password: null }])
    assert.equal((await update(body)).status, 200);
  await requirePassword(app, ada.id, password, device);
});

testHop('a rejected update changes nothing', async (world) => {
  const { app, ada, asAda } = world;
  const update = await openWith(world);
  const rows: [object, number][] = [
    [{ email: 'nonsense' }, 400],
    [{ password: 'short' }, 400],
    [{ email: 'new@example.org', password: 'short' }, 400],
    [{ email: 7 }, 400],
  ];
  for (const [body, status] of rows) {
    const answer = await update(body);
    assert.equal(answer.status, status, JSON.stringify(body));
    assert.equal(answer.body.error, 1);
  }
  const { data } = (await asAda.api('GET', '/api/account')).body as { data: { email: string } };
  assert.equal(data.email, 'ada@example.org');
  await requirePassword(app, ada.id, password, device);
});
