import assert from 'node:assert/strict';
import { activate, sendActivationCode } from '../../identity/activation/activation.ts';
import { inviteToSignUp } from '../../identity/sign-up/invitations.ts';
import { register, type NewAccount } from '../../identity/sign-up/sign-up.ts';
import { confirmReset, requestReset, resetPassword } from '../../identity/credentials/reset.ts';
import { findSession, startSession } from '../../identity/sessions/sessions.ts';
import { signIn } from '../../identity/sign-in/sign-in.ts';
import { minutes } from '../../kernel/time.ts';
import { runJobs } from '../../platform/jobs/jobs.ts';
import { listOutbox } from '../../platform/mail/outbox.ts';
import type { OpenApp } from '../../platform/open-app.ts';
import { getSiteSettings, writeSetting, type SiteSettings } from '../../platform/settings/site-settings.ts';
import { allJobs } from '../../servers/serve.ts';
import { test, testWithDatabase, type TestApp } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson, createWorld, password, getPerson } from '../../../test/world.ts';

const device = { createdVia: 'api', userAgent: 'Test', address: '127.0.0.1' } as const;
const address = '127.0.0.1';

async function set(app: TestApp, change: Partial<SiteSettings>): Promise<void> {
  await writeSetting(app, 'site', { ...(await getSiteSettings(app)), ...change });
}

/** The codes emailed to an address, newest first. */
async function codesTo(app: TestApp, { database }: OpenApp, email: string): Promise<string[]> {
  await runJobs(app, allJobs, database.pool);
  const mail = await listOutbox(app);
  return mail
    .filter(({ recipient }) => recipient === email)
    .flatMap(({ subject }) => /^\d{6}/.exec(subject)?.[0] ?? []);
}

const newcomer: NewAccount = {
  username: 'grace',
  email: 'grace@example.org',
  password,
  firstName: 'Grace',
  lastName: 'Hopper',
};

testWithDatabase('resets a forgotten password with an emailed code', async (open) => {
  const { app } = open;
  const { id } = await addPerson(app, 'ada');
  const token = await startSession(app, id, device);
  const email = 'ada@example.org';
  await requestReset(app, ' Ada@Example.org ', device);
  const [code = ''] = await codesTo(app, open, email);
  await confirmReset(app, { email, code }, address);
  const given = { email, code, password: 'another long sentence', confirm: 'another long sentence' };
  await assert.rejects(resetPassword(app, { ...given, confirm: 'a different one' }, address), /do not match/);
  await resetPassword(app, given, address);
  assert.equal(await findSession(app, token), undefined, 'every session ended');
  await signIn(app, { usernameOrEmail: 'ada', password: given.password }, device);
  await assert.rejects(resetPassword(app, given, address), /wrong or has expired/, 'a code works once');
});

testWithDatabase('a reset code expires after five attempts or fifteen minutes', async (open) => {
  const { app } = open;
  await addPerson(app, 'ada');
  const email = 'ada@example.org';
  const ask = async () => {
    await requestReset(app, email, device);
    return (await codesTo(app, open, email))[0] ?? '';
  };
  const code = await ask();
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1)
    await assert.rejects(confirmReset(app, { email, code: wrong }, address), /wrong or has expired/);
  await assert.rejects(confirmReset(app, { email, code }, address), /wrong or has expired/);
  const second = await ask();
  app.clock.turn(minutes(15));
  await assert.rejects(confirmReset(app, { email, code: second }, address), /wrong or has expired/);
});

testWithDatabase('requesting a code does not reveal whether an account exists', async (open) => {
  const { app } = open;
  await requestReset(app, 'nobody@example.org', device);
  assert.deepEqual(await codesTo(app, open, 'nobody@example.org'), []);
  const given = { email: 'nobody@example.org', code: '123456' };
  await assert.rejects(confirmReset(app, given, address), /This code is wrong or has expired/);
});

testWithDatabase(
  'a new member can read but not write until their email address is confirmed',
  async (open) => {
    const { app } = open;
    await addPerson(app, 'olga');
    await set(app, { activation: true });
    const id = await register(app, newcomer);
    assert.equal((await getPerson(app, id)).isActivated, false);
    const [code = ''] = await codesTo(app, open, newcomer.email);
    await assert.rejects(activate(app, id, code === '000000' ? '000001' : '000000'), /wrong or has expired/);
    await activate(app, id, code);
    assert.equal((await getPerson(app, id)).isActivated, true);
    await assert.rejects(sendActivationCode(app, id), /already confirmed/);
  },
);

testPlaza('tells unconfirmed accounts to confirm their email', async ({ app, plaza }) => {
  await set(app, { activation: true });
  const viewer = await getPerson(app, await register(app, newcomer));
  const refused = await plaza.api(viewer, 'POST', '/apis/php/posts/publish', { text: 'Hello' });
  const write = await plaza.form(viewer, '/posts', { text: 'Hello', privacy: 'public' });
  assert.equal(write.status, 403);
  assert.match(write.text, /Your account is not active yet/);
  assert.ok(refused.status >= 400);
  assert.equal((await plaza.page(viewer, '/')).status, 200);
  assert.match((await plaza.page(viewer, '/activate')).text, /grace@example\.org/);
  const { body } = await plaza.api(viewer, 'GET', '/apis/php/app/settings');
  assert.equal((body.data as { user: { user_activated: string } }).user.user_activated, '0');
  const wrong = await plaza.api(viewer, 'POST', '/apis/php/auth/activation', { code: '12' });
  assert.deepEqual([wrong.status, wrong.body.message], [400, 'This code is wrong or has expired']);
});

testPlaza('a code for an account without confirmation is never called confirmed', async (world) => {
  const { app, ada, plaza } = world;
  const send = () => plaza.api(ada, 'POST', '/apis/php/auth/activation', { code: '123456' });
  const off = await send();
  assert.deepEqual(
    [off.status, off.body.message],
    [409, 'There is nothing to confirm. Your account is active without a code.'],
  );
  const page = await plaza.form(ada, '/activate', { code: '123456' });
  assert.deepEqual([page.status, page.headers.location, page.headers['set-cookie']], [303, '/', undefined]);
  await set(app, { activation: true });
  const active = await send();
  assert.deepEqual([active.status, active.body.message], [200, 'Your account is already active']);
});

test('an invitation code admits one new member', async (app) => {
  const { ada } = await createWorld(app);
  await set(app, { registration: 'invitation' });
  await assert.rejects(register(app, newcomer), /by invitation/);
  await assert.rejects(register(app, { ...newcomer, invitationCode: 'nonsense' }), /unknown/);
  const invitationCode = await inviteToSignUp(app, ada, { email: '' });
  await register(app, { ...newcomer, invitationCode });
  const second = { ...newcomer, username: 'mary', email: 'mary@example.org', invitationCode };
  await assert.rejects(register(app, second), /unknown, used or expired/);
});

test('rejects sign-ups under the minimum age and invalid birth dates', async (app) => {
  await addPerson(app, 'olga');
  await set(app, { minimumAge: 16 });
  const join = (birthdate?: string) =>
    register(app, { ...newcomer, born: { birthdate }, answers: {} }).then(() => 'in');
  await assert.rejects(join(), /Enter your date of birth/);
  await assert.rejects(join('2010-03-02'), /at least 16 years/);
  await assert.rejects(join('2001-02-30'), /Enter a valid date of birth as YYYY-MM-DD/);
  await assert.rejects(join('2999-01-01'), /Enter a valid date of birth as YYYY-MM-DD/);
  assert.equal(await join('2010-03-01'), 'in', 'the sixteenth birthday is today');
});

test('rejects reserved usernames, disposable email addresses and common passwords', async (app) => {
  const tries: [Partial<NewAccount>, RegExp][] = [
    [{ username: 'adm1n' }, /reserved/],
    [{ username: '0perator' }, /reserved/],
    [{ username: 'sup.port' }, /reserved/],
    [{ email: 'grace@mailinator.com' }, /Disposable/],
    [{ email: 'grace@eu.mailinator.com' }, /Disposable/],
    [{ password: 'Password123' }, /This password is too common\. Choose another one/],
    [{ password: 'grace@example.org' }, /must differ/],
    // Names of the software, of roles, and of the installation.
    [{ password: 'Plaza-2026!' }, /too common/],
    [{ password: '99_Admin_99' }, /too common/],
    [{ password: `${new URL(app.config.hopUrl).hostname}-1234` }, /too common/],
  ];
  for (const [change, why] of tries) await assert.rejects(register(app, { ...newcomer, ...change }), why);
});

testPlaza('onboarding proceeds step by step and can be dismissed', async ({ app, ada, plaza }) => {
  const step = (body: object) => plaza.api(ada, 'POST', '/apis/php/auth/getting_started_update', body);
  assert.equal((await step({ country: '826', city: 'London', work_url: 'example.org' })).status, 200);
  assert.equal((await step({ country: '9999' })).status, 400);
  assert.equal((await step({ work_url: 'javascript:alert(1)' })).status, 400);
  await app.db.updateTable('identity.account').set({ started_at: null }).where('id', '=', ada.id).execute();
  const user = async () => {
    const { body } = await plaza.api(ada, 'GET', '/apis/php/app/settings');
    return (body.data as { user: Record<string, string> }).user;
  };
  assert.equal((await user()).user_started, '0');
  await plaza.api(ada, 'POST', '/apis/php/auth/getting_started_finish');
  const { user_started, user_country, user_current_city, user_work_url } = await user();
  assert.deepEqual(
    [user_started, user_country, user_current_city, user_work_url],
    ['1', '826', 'London', 'https://example.org/'],
  );
});

testWithDatabase('a guess is compared with one code, however many were requested', async (open) => {
  const { app } = open;
  await addPerson(app, 'ada');
  const email = 'ada@example.org';
  const from = (n: number) => ({ ...device, address: `192.0.2.${n}` });
  const codes: string[] = [];
  for (const n of [1, 2, 3]) {
    await requestReset(app, email, from(n));
    codes.push((await codesTo(app, open, email)).find((code) => !codes.includes(code)) ?? '');
    app.clock.turn(1000);
  }
  const [first = '', second = '', third = ''] = codes;
  const enter = (code: string, n: number) => confirmReset(app, { email, code }, `192.0.2.${n}`);
  // From where a code was requested: only that code.
  await assert.rejects(enter(second, 1), { field: 'reset_key' });
  await assert.rejects(enter(third, 1), { field: 'reset_key' });
  assert.equal((await enter(first, 1)).username, 'ada');
  // From elsewhere, such as the phone that received the email: only the newest one.
  await assert.rejects(enter(first, 9), { field: 'reset_key' });
  await assert.rejects(enter(second, 9), { field: 'reset_key' });
  assert.equal((await enter(third, 9)).username, 'ada');
  for (let n = 0; n < 3; n += 1) await assert.rejects(enter('000000', 9), { field: 'reset_key' });
  await assert.rejects(enter(third, 9), { field: 'reset_key' }, 'five tries from elsewhere');
  assert.equal((await enter(third, 3)).username, 'ada', 'the owner keeps their own tries');
});
