import assert from 'node:assert/strict';
import { days, hours } from '../../kernel/time.ts';
import { runJobs } from '../../platform/jobs/jobs.ts';
import { listOutbox } from '../../platform/mail/outbox.ts';
import type { OpenApp } from '../../platform/open-app.ts';
import { allJobs } from '../../servers/serve.ts';
import { testWithDatabase, type TestApp } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { addPerson, password } from '../../../test/world.ts';
import { createAccessKey, listAccessKeys } from '../access-keys.ts';
import { correctAddress } from '../activation/activation.ts';
import { confirmEmail, requestEmailChange, undoEmail } from './email.ts';
import { changePassword, confirmPasswordChange, requestPasswordChange } from './password.ts';
import { requirePassword } from './credentials.ts';
import { register } from '../sign-up/sign-up.ts';
import { findSession, startSession } from '../sessions/sessions.ts';

type World = OpenApp & { app: TestApp };
const device = { createdVia: 'page', userAgent: 'Test', address: '127.0.0.1' } as const;

async function newestTo({ app, database }: World, email: string) {
  await runJobs(app, allJobs, database.pool);
  const found = (await listOutbox(app)).find(({ recipient }) => recipient === email);
  return { subject: found?.subject ?? '', text: found?.text ?? '' };
}

const tokenIn = (text: string) => /token=([\w-]{43})/.exec(text)?.[1] ?? '';
const emailOf = async ({ app }: World, id: string) =>
  (await app.db.selectFrom('identity.account').select('email').where('id', '=', id).executeTakeFirstOrThrow())
    .email;

async function move(world: World, id: string, to: string): Promise<void> {
  await requestEmailChange(world.app, id, to, true);
  const { subject } = await newestTo(world, to);
  await confirmEmail(world.app, id, { code: /^\d{6}/.exec(subject)?.[0] ?? '', current: '' }, device);
}

testWithDatabase(
  'lets the former address undo a change of email, which ends all other access',
  async (world) => {
    const { app } = world;
    const ada = await addPerson(app, 'ada');
    await move(world, ada.id, 'thief@example.net');
    assert.equal(await emailOf(world, ada.id), 'thief@example.net');
    const { subject, text } = await newestTo(world, 'ada@example.org');
    assert.equal(subject, 'Your email address was changed');
    app.clock.turn(1000);
    await move(world, ada.id, 'thief@example.com');
    const thiefs = tokenIn((await newestTo(world, 'thief@example.net')).text);
    await changePassword(app, ada.id, 'the password of a thief');
    const session = await startSession(app, ada.id, device);
    await createAccessKey(app, ada.id);
    app.clock.turn(days(6));
    assert.equal(await undoEmail(app, tokenIn(text)), 'ada@example.org');
    assert.equal(await emailOf(world, ada.id), 'ada@example.org');
    assert.equal(await findSession(app, session), undefined);
    assert.deepEqual(await listAccessKeys(app, ada.id), []);
    await assert.rejects(requirePassword(app, ada.id, 'the password of a thief', device), {
      kind: 'forbidden',
    });
    await assert.rejects(
      undoEmail(app, thiefs),
      /expired or was already used/,
      'the thief’s own link is revoked too',
    );
    await assert.rejects(undoEmail(app, tokenIn(text)), /expired or was already used/, 'a link works once');
  },
);

testWithDatabase('a restorable email address is reserved for seven days', async (world) => {
  const { app } = world;
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  await move(world, ada.id, 'ada@new.example');
  const newcomer = {
    username: 'eve',
    email: 'ADA@example.org',
    password,
    firstName: 'Eve',
    lastName: 'Test',
  };
  await assert.rejects(register(app, newcomer), { kind: 'conflict', field: 'email' });
  const { text } = await newestTo(world, 'ada@example.org');
  await requestEmailChange(app, bob.id, 'ada@example.org', true);
  const warning = await newestTo(world, 'ada@example.org');
  assert.equal(warning.subject, 'Someone tried to sign up with your email address');
  app.clock.turn(days(7));
  await assert.rejects(undoEmail(app, tokenIn(text)), /expired or was already used/);
  await register(app, newcomer);
});

testWithDatabase(
  'applies a requested password when it is confirmed by email within an hour',
  async (world) => {
    const { app } = world;
    const ada = await addPerson(app, 'ada');
    const request = async (wanted: string) => {
      await requestPasswordChange(app, ada.id, wanted);
      return tokenIn((await newestTo(world, 'ada@example.org')).text);
    };
    const [late, token] = [await request('a late and quiet one'), await request('another good one')];
    await requirePassword(app, ada.id, password, device);
    await confirmPasswordChange(app, token);
    await requirePassword(app, ada.id, 'another good one', device);
    assert.equal((await newestTo(world, 'ada@example.org')).subject, 'Your password was changed');
    await assert.rejects(
      confirmPasswordChange(app, late),
      /expired or was already used/,
      'confirming one change revokes the others',
    );
    const third = await request('a third good one');
    app.clock.turn(hours(1));
    await assert.rejects(confirmPasswordChange(app, third), /expired or was already used/);
  },
);

testWithDatabase('notifies the mistyped address from sign-up of its correction', async (world) => {
  const { app } = world;
  const ada = await addPerson(app, 'ada');
  await app.db.updateTable('identity.account').set({ activated_at: null }).where('id', '=', ada.id).execute();
  await correctAddress(app, ada.id, 'ada@right.example');
  const { subject, text } = await newestTo(world, 'ada@example.org');
  assert.equal(subject, 'Your email address was changed');
  assert.equal(tokenIn(text), '', 'an unconfirmed address gets no link to restore it');
});

testPlaza(
  'revokes the selected keys, apps and passkeys when the password changes',
  async ({ app, ada, plaza }) => {
    const show = async () => (await plaza.page(ada, '/settings/credentials')).text;
    const isChecked = (text: string, name: string) => new RegExp(`name="${name}"[^>]*checked`).test(text);
    assert.deepEqual(
      ['end_keys', 'end_grants', 'end_passkeys'].map(isChecked.bind(undefined, await show())),
      [true, true, false],
      'apps and keys added within 30 days are preselected',
    );
    app.clock.turn(days(31));
    assert.equal(isChecked(await show(), 'end_keys'), false);
    const change = (fields: Record<string, string>) => plaza.form(ada, '/settings/password', fields);
    await change({ password: 'another good one', current: password });
    assert.equal((await listAccessKeys(app, ada.id)).length, 1);
    await change({ password: 'a third good one', current: 'another good one', end_keys: 'on' });
    assert.equal((await listAccessKeys(app, ada.id)).length, 0);
    const mails = (await queuedJobs(app)).map(({ payload }) => (payload as { subject?: string }).subject);
    assert.deepEqual(mails, ['Your password was changed', 'Your password was changed']);
  },
);

testPlaza(
  'a stolen session and a key that it created cannot change the email without the password',
  async ({ app, ada, plaza }) => {
    await requestEmailChange(app, ada.id, 'thief@example.net', false);
    const jobs = (await queuedJobs(app)).map(({ payload }) => payload as { subject?: string });
    const code = /^\d{6}/.exec(jobs.at(-1)?.subject ?? '')?.[0] ?? '';
    const confirm = (fields: object) => plaza.form(ada, '/settings/email/code', { code, ...fields });
    assert.match((await plaza.page(ada, '/settings/credentials')).text, /id="code-current"/);
    assert.equal((await confirm({})).status, 403);
    assert.equal((await confirm({ current: 'not the password' })).status, 403);
    assert.equal((await confirm({ current: password })).status, 303);
    assert.equal(await emailOf({ app } as World, ada.id), 'thief@example.net');
  },
);
