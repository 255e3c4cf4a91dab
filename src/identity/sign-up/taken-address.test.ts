// Only the mailbox of an address shows whether the address has an account.
import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { signature } from '../../kernel/secrets.ts';
import { createApiClient } from '../api-clients/api-clients.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { device, getPerson, password } from '../../../test/world.ts';
import { getSiteSettings, writeSetting } from '../../platform/settings/site-settings.ts';
import { activate, correctAddress, sendActivationCode } from '../activation/activation.ts';
import { confirmEmail, requestEmailChange } from '../credentials/email.ts';
import { confirmEmailManually } from '../people/operator-actions.ts';
import { findByEmail } from '../credentials/reset.ts';
import { register } from './sign-up.ts';

const [taken, free] = ['Ada@Example.org', 'eve@example.org'];
const warning = 'Someone tried to sign up with your email address';
const newcomer = (username: string, email: string) => ({
  username,
  email,
  password,
  firstName: 'Eve',
  lastName: 'Test',
});

interface Mail {
  to: string;
  subject: string;
  text: string;
}

const mailsTo = async ({ app }: World, address: string): Promise<Mail[]> =>
  (await queuedJobs(app)).map(({ payload }) => payload as Mail).filter(({ to }) => to === address);
const codeTo = async (world: World, address: string) =>
  /^\d{6}/.exec((await mailsTo(world, address)).at(-1)?.subject ?? '')?.[0] ?? '';

/** The headers of an app. */
async function appHeaders({ app }: World) {
  const { apiKey, apiSecret } = await createApiClient(app, 'Test', undefined);
  const timestamp = String(Math.floor(app.clock.now().getTime() / 1000));
  return { 'x-api-key': apiKey, 'x-timestamp': timestamp, 'x-signature': signature(apiSecret, timestamp) };
}

const confirmed = async (world: World, isOn: boolean) =>
  writeSetting(world.app, 'site', { ...(await getSiteSettings(world.app)), activation: isOn });

/** An answer without what is random, and without what the caller sent. */
const plain = (text: string, username: string, email: string) =>
  text
    .replaceAll(new RegExp(username, 'gi'), 'NAME')
    .replaceAll(new RegExp(email, 'gi'), 'ADDRESS')
    .replaceAll(/[\w-]{43}|(?<=name="form_key" value=")[\w-]+/g, 'TOKEN')
    .replaceAll(/nonce-[\w+/=]+|nonce="[^"]+"|nonce" content="[^"]+"/g, 'NONCE')
    .replaceAll(/"user_id":"?\d+"?|\/avatars\/ET\/\d+|&quot;account&quot;:&quot;\d+/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'TIME');

testPlaza('sign-up gives the same answers for an address with and without an account', async (world) => {
  const { app, plaza } = world;
  await confirmed(world, true);
  const headers = await appHeaders(world);
  const answers = [];
  for (const [n, email] of [taken, free].entries()) {
    const username = `new${n}`;
    const api = await plaza.inject({
      method: 'POST',
      url: '/apis/php/auth/signup',
      headers,
      payload: {
        username,
        email,
        password,
        first_name: 'Eve',
        last_name: 'Test',
        gender: '2',
        device_type: 'A',
      },
    });
    const form = { name: 'Eve Test', username: `page${n}`, email, password };
    const page = await plaza.form(undefined, '/signup', form);
    assert.equal(api.statusCode, 200, api.body);
    const { token } = api.json<{ data: { token: string } }>().data;
    const viewer = await getPerson(
      app,
      (
        await app.db
          .selectFrom('identity.account')
          .select('id')
          .where('username', '=', username)
          .executeTakeFirstOrThrow()
      ).id,
    );
    const next = await plaza.page(viewer, '/activate');
    const call = async (path: string, payload: object) => {
      const answer = await plaza.inject({
        method: 'POST',
        url: `/apis/php/auth/${path}`,
        payload,
        headers: { ...headers, 'x-auth-token': token },
      });
      return [answer.statusCode, plain(answer.body, username, email)];
    };
    answers.push([
      [api.statusCode, plain(api.body, username, email), Object.keys(api.headers)],
      [page.status, page.headers.location, Object.keys(page.headers)],
      [next.status, plain(next.text, username, email)],
      await call('activation', { code: 'wrong' }),
      await call('activation_resend', {}),
      await call('activation_reset', { email }),
      await call('signin', { username_email: email, password: 'not the password' }),
      await call('forget_password', { email }),
      await call('forget_password_confirm', { email, reset_key: '12' }),
    ]);
  }
  assert.deepEqual(answers[0], answers[1]);
  assert.deepEqual(
    answers[0]?.map(([status]) => status),
    [200, 303, 200, 400, 200, 200, 401, 200, 400],
  );
  const [toOwner, toNewcomer] = [await mailsTo(world, taken), await mailsTo(world, free)];
  assert.equal(toOwner.length, toNewcomer.length);
  assert.deepEqual(new Set(toOwner.map(({ subject }) => subject)), new Set([warning]));
  assert.match(toOwner[0]?.text ?? '', /\/signin\n.*\/forgot\n/);
  assert.ok(toNewcomer.every(({ subject }) => /^\d{6} is your confirmation code$/.test(subject)));
});

testPlaza('an address signs in its owner only, and nobody before it is confirmed', async (world) => {
  const { app, ada, plaza } = world;
  await confirmed(world, true);
  const other = 'another long and quiet sentence';
  for (const [n, email] of [taken, free].entries())
    await register(app, { ...newcomer(`new${n}`, email), password: other });
  const headers = await appHeaders(world);
  const enter = async (username_email: string, password: string) => {
    const payload = { username_email, password };
    const answer = await plaza.inject({ method: 'POST', url: '/apis/php/auth/signin', headers, payload });
    const { data } = answer.json<{ data?: { user?: { user_name: string } } }>();
    return [answer.statusCode, data?.user?.user_name];
  };
  assert.deepEqual(await enter(taken, other), [401, undefined]);
  assert.deepEqual(await enter(free, other), [401, undefined]);
  assert.deepEqual(await enter(taken, password), [200, 'ada']);
  assert.deepEqual(await enter('new0', other), [200, 'new0']);
  assert.equal((await findByEmail(app, taken))?.id, ada.id);
  assert.equal(await findByEmail(app, free), undefined);
});

testPlaza('an address goes to the first account that confirms it', async (world) => {
  const { app } = world;
  await confirmed(world, true);
  const first = await register(app, newcomer('first', free));
  const stolen = await codeTo(world, free);
  const second = await register(app, newcomer('second', free.toUpperCase()));
  await activate(app, second, await codeTo(world, free.toUpperCase()));
  await assert.rejects(activate(app, first, stolen), { kind: 'conflict', field: 'email' });
  await assert.rejects(confirmEmailManually(app, world.olga, first), { kind: 'conflict' });
  assert.equal((await getPerson(app, first)).isActivated, false);
  await sendActivationCode(app, first);
  assert.equal((await mailsTo(world, free)).at(-1)?.subject, warning);
  await correctAddress(app, first, 'first@example.org');
  await activate(app, first, await codeTo(world, 'first@example.org'));
});

testPlaza('a change of address to one with an account is told to the owner only', async (world) => {
  const { app, bob, plaza } = world;
  const ask = async (email: string) => {
    const form = await plaza.form(bob, '/settings/email', { email, current: password });
    const page = await plaza.page(bob, '/settings/credentials');
    return [form.status, form.headers.location, plain(page.text, 'bob', email)];
  };
  assert.deepEqual(await ask('ada@example.org'), await ask('new@example.org'));
  assert.equal((await mailsTo(world, 'ada@example.org')).at(-1)?.subject, warning);
  await requestEmailChange(app, bob.id, 'new@example.org', true);
  const code = await codeTo(world, 'new@example.org');
  await register(app, newcomer('eve', 'new@example.org'));
  await assert.rejects(
    confirmEmail(app, bob.id, { code, current: '' }, device),
    { kind: 'conflict' },
    'the mailbox has shown its code',
  );
});

testPlaza('without confirmation, an address with an account is rejected', async (world) => {
  const { app } = world;
  await assert.rejects(register(app, newcomer('eve', taken)), { kind: 'conflict', field: 'email' });
});

testPlaza(
  'sign-ups are confirmed by default where mail can be sent',
  async ({ app }) => {
    assert.equal((await getSiteSettings(app)).activation, true);
  },
  { SMTP_URL: 'smtp://mail.example.org' },
);
