import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { password } from '../../../test/world.ts';
import { requirePassword } from '../../identity/change-credentials.ts';

testHop(
  'the first account is the operator’s, on the plan that has everything',
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

testHop('whoever has no picture is given one', async ({ asAda, asNobody }) => {
  const { avatar } = (await asAda.api('GET', '/api/account')).body.data as { avatar: string };
  assert.match(avatar, /^http:\/\/hop\.test\/avatars\/AT\/\d+$/);
  const picture = await asNobody.page(new URL(avatar).pathname);
  assert.equal(picture.status, 200);
  assert.match(picture.text, /^<svg[^]*AT[^]*<\/svg>$/);
  assert.doesNotMatch((await asNobody.page('/avatars/%3Cb%3E/3')).text, /<b>/);
});

testHop('email and password change, each alone or together', async ({ app, ada, asAda }) => {
  const change = async (body: object) => {
    const answer = await asAda.api('PUT', '/api/account/update', body);
    assert.deepEqual([answer.status, answer.body.error, typeof answer.body.message], [200, 0, 'string']);
  };
  const email = async () => ((await asAda.api('GET', '/api/account')).body.data as { email: string }).email;
  await change({ email: 'new@example.org' });
  assert.equal(await email(), 'new@example.org');
  await requirePassword(app, ada.id, password);
  await change({ password: 'another good one' });
  await requirePassword(app, ada.id, 'another good one');
  await change({ email: 'third@example.org', password: 'yet another one' });
  assert.equal(await email(), 'third@example.org');
  await requirePassword(app, ada.id, 'yet another one');
});

testHop('blank changes nothing', async ({ app, ada, asAda }) => {
  for (const body of [{}, { email: '', password: '' }, { email: null, password: null }])
    assert.equal((await asAda.api('PUT', '/api/account/update', body)).status, 200);
  await requirePassword(app, ada.id, password);
});

testHop('a change that is refused changes nothing', async ({ app, ada, asAda }) => {
  const rows: [object, number][] = [
    [{ email: 'nonsense' }, 400],
    [{ email: 'bob@example.org' }, 409],
    [{ email: 'BOB@example.org' }, 409],
    [{ password: 'short' }, 400],
    [{ email: 'new@example.org', password: 'short' }, 400],
    [{ email: 7 }, 400],
  ];
  for (const [body, status] of rows) {
    const answer = await asAda.api('PUT', '/api/account/update', body);
    assert.equal(answer.status, status, JSON.stringify(body));
    assert.equal(answer.body.error, 1);
  }
  const { data } = (await asAda.api('GET', '/api/account')).body as { data: { email: string } };
  assert.equal(data.email, 'ada@example.org');
  await requirePassword(app, ada.id, password);
});
