import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { listenAsHop } from '../../../test/follow.ts';
import { addLink } from '../../../test/links.ts';
import { hashPassword } from '../../identity/password.ts';

test('a password is asked for, and whoever says it goes on', async (app, context) => {
  await addLink(app, 'secret', { password_hash: await hashPassword('open sesame') });
  const follow = await listenAsHop(app, context);
  const asked = await follow('/secret?from=mail');
  assert.deepEqual([asked.status, asked.location], [200, undefined]);
  assert.match(asked.text, /<h1>This link has a password<\/h1>/);
  assert.match(asked.text, /action="\/secret\?from=mail"/);
  assert.ok(!asked.text.includes('example.com'));
  assert.equal(asked.headers['cache-control'], 'private, no-store');

  const wrong = await follow('/secret', { form: { password: 'open barley' } });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /That is not the password of this link/);
  const right = await follow('/secret', { form: { password: 'open sesame' } });
  assert.deepEqual([right.status, right.location], [303, 'https://example.com/secret']);

  const cookie = String(right.headers['set-cookie']);
  assert.match(cookie, /; Path=\/secret; HttpOnly; SameSite=Lax$/);
  const again = await follow('/secret', { headers: { cookie: cookie.split(';')[0] ?? '' } });
  assert.deepEqual([again.status, again.location], [302, 'https://example.com/secret']);
});

test('no form is taken where nothing is asked, but for links that keep the method', async (app, context) => {
  await addLink(app, 'plain');
  await addLink(app, 'kept', { status: 307 });
  const follow = await listenAsHop(app, context);
  assert.equal((await follow('/plain', { form: { password: 'x' } })).status, 404);
  const kept = await follow('/kept', { form: { order: '12' } });
  assert.deepEqual([kept.status, kept.location], [307, 'https://example.com/kept']);
});

test('the address under which pages are made is nobody’s', async (app, context) => {
  const follow = await listenAsHop(app, context);
  assert.equal((await follow('/-/followed')).status, 404);
  assert.equal((await follow('/-/followed', { form: { password: 'x' } })).status, 404);
});
