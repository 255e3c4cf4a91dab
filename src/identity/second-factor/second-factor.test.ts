import assert from 'node:assert/strict';
import { minutes, seconds } from '../../kernel/time.ts';
import { runJobs } from '../../platform/jobs/jobs.ts';
import { listOutbox } from '../../platform/mail/outbox.ts';
import { allJobs } from '../../servers/serve.ts';
import { test, testWithDatabase, type TestApp } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson, password } from '../../../test/world.ts';
import { suspendAccount } from '../people/suspend-account.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { answerChallenge } from './challenge.ts';
import { codeAt, createRecoveryCodes, setupAddress } from './codes.ts';
import { beginFactor, confirmFactor, endFactor, findFactor } from './set-up.ts';

const device = { createdVia: 'api', userAgent: 'Test', address: '127.0.0.1' } as const;

const codeNow = async (app: TestApp, id: string) =>
  codeAt((await findFactor(app, id))?.secret ?? '', app.clock.now());

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

/** Ada with an authenticator app, 30 seconds after its setup. */
async function withApp(app: TestApp) {
  const ada = await addPerson(app, 'ada');
  await beginFactor(app, ada.id, 'app');
  const recovery = await confirmFactor(app, ada.id, await codeNow(app, ada.id));
  app.clock.turn(seconds(30));
  const begin = async () => {
    const found = await signIn(app, { usernameOrEmail: 'ada', password }, device);
    assert.ok('challenge' in found, 'the password alone is not enough');
    return found.challenge;
  };
  return { ada, recovery, begin };
}

test('requires an app’s code in addition to the password, and accepts it once', async (app) => {
  const { ada, begin } = await withApp(app);
  const { handle, method } = await begin();
  assert.equal(method, 'app');
  const code = await codeNow(app, ada.id);
  await assert.rejects(answerChallenge(app, { handle, code: wrongOf(code) }, device), /wrong or has expired/);
  const { accountId, token } = await answerChallenge(app, { handle, code }, device);
  assert.deepEqual([accountId, token.length], [ada.id, 43]);
  const second = await begin();
  await assert.rejects(answerChallenge(app, { handle: second.handle, code }, device), /wrong or has expired/);
  app.clock.turn(seconds(30));
  await answerChallenge(app, { handle: second.handle, code: await codeNow(app, ada.id) }, device);
});

test('ends a sign-in after five wrong tries or ten minutes', async (app) => {
  const { ada, begin } = await withApp(app);
  const { handle } = await begin();
  const wrong = wrongOf(await codeNow(app, ada.id));
  for (let tries = 0; tries < 5; tries += 1)
    await assert.rejects(answerChallenge(app, { handle, code: wrong }, device), /wrong or has expired/);
  const right = await codeNow(app, ada.id);
  await assert.rejects(answerChallenge(app, { handle, code: right }, device), /wrong or has expired/);
  const late = await begin();
  app.clock.turn(minutes(10));
  const code = await codeNow(app, ada.id);
  await assert.rejects(answerChallenge(app, { handle: late.handle, code }, device), /wrong or has expired/);
});

test('accepts a code without a handle for the newest sign-in from the same place', async (app) => {
  const { ada, begin } = await withApp(app);
  await begin();
  const answer = { accountId: ada.id, code: await codeNow(app, ada.id) };
  const elsewhere = { address: '203.0.113.9', userAgent: 'Other' };
  await assert.rejects(answerChallenge(app, answer, elsewhere), /wrong or has expired/);
  assert.equal((await answerChallenge(app, answer, device)).accountId, ada.id);
});

test('accepts a recovery code instead, once', async (app) => {
  const { ada, recovery, begin } = await withApp(app);
  assert.equal(new Set(recovery).size, 10);
  const code = recovery[0] ?? '';
  await answerChallenge(app, { handle: (await begin()).handle, code: code.toUpperCase() }, device);
  const { handle } = await begin();
  await assert.rejects(answerChallenge(app, { handle, code }, device), /wrong or has expired/);
  await createRecoveryCodes(app, ada.id);
  const old = answerChallenge(app, { handle, code: recovery[1] ?? '' }, device);
  await assert.rejects(old, /wrong or has expired/);
});

test('requires a code to enable a factor, and disabling it before another is set up', async (app) => {
  const ada = await addPerson(app, 'ada');
  await beginFactor(app, ada.id, 'app');
  assert.ok('token' in (await signIn(app, { usernameOrEmail: 'ada', password }, device)));
  await assert.rejects(confirmFactor(app, ada.id, wrongOf(await codeNow(app, ada.id))), /wrong/);
  await confirmFactor(app, ada.id, await codeNow(app, ada.id));
  await assert.rejects(beginFactor(app, ada.id, 'email'), /Turn off two-factor authentication/);
  await endFactor(app, ada.id);
  assert.ok('token' in (await signIn(app, { usernameOrEmail: 'ada', password }, device)));
});

testWithDatabase('mails a separate code for each sign-in', async ({ app, database }) => {
  const ada = await addPerson(app, 'ada');
  const newest = async () => {
    await runJobs(app, allJobs, database.pool);
    const codes = (await listOutbox(app)).flatMap(({ subject }) => /^\d{6}/.exec(subject)?.[0] ?? []);
    return codes[0] ?? '';
  };
  await beginFactor(app, ada.id, 'email');
  await confirmFactor(app, ada.id, await newest());
  const found = await signIn(app, { usernameOrEmail: 'ada', password }, device);
  assert.ok('challenge' in found);
  const { handle } = found.challenge;
  assert.equal((await answerChallenge(app, { handle, code: await newest() }, device)).accountId, ada.id);
});

testWithDatabase('mails a notice of a sign-in from a new device', async ({ app, database }) => {
  await addPerson(app, 'ada');
  const subjects = async () => {
    await runJobs(app, allJobs, database.pool);
    return (await listOutbox(app)).map(({ subject }) => subject);
  };
  const from = (address: string) => signIn(app, { usernameOrEmail: 'ada', password }, { ...device, address });
  await from('198.51.100.7');
  await from('198.51.100.8');
  assert.deepEqual(await subjects(), []);
  await from('203.0.113.9');
  assert.deepEqual(await subjects(), ['New sign-in to your account']);
});

testPlaza('asks for the code on pages and in the API', async ({ app, ada, plaza }) => {
  await beginFactor(app, ada.id, 'app');
  const shown = await plaza.page(ada, '/settings/two-factors');
  assert.match(shown.text, /<svg/);
  for (const path of ['/settings/two-factors', '/settings/passkeys'])
    assert.match((await plaza.page(ada, path)).text, /action="\/settings\/sessions\/end-others"/, path);
  const on = await plaza.form(ada, '/settings/two-factors/confirm', { code: await codeNow(app, ada.id) });
  assert.equal(on.text.match(/<li><code>[a-z0-9]{5}-[a-z0-9]{5}<\/code>/g)?.length, 10);
  app.clock.turn(seconds(30));
  const first = await plaza.form(undefined, '/signin', { username_email: 'ada', password });
  assert.equal(first.headers.location, '/signin/code?next=%2F');
  const cookies = String(first.headers['set-cookie']);
  assert.match(cookies, /challenge=[\w-]{43}/);
  assert.ok(!cookies.includes('xs='), 'there is no session before the code');
  assert.match(setupAddress('AAAA', 'plaza.example', 'ada'), /^otpauth:\/\/totp\/plaza\.example:ada\?/);
});

testPlaza(
  'mails another code from the code page, which also accepts a recovery code',
  async ({ app, ada, plaza }) => {
    const factor = { account_id: ada.id, method: 'email', confirmed_at: app.clock.now() };
    await app.db.insertInto('identity.second_factor').values(factor).execute();
    const recovery = await createRecoveryCodes(app, ada.id);
    const begun = await plaza.form(undefined, '/signin', { username_email: 'ada', password });
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    const codeHashOf = () =>
      app.db
        .selectFrom('identity.mailed_code')
        .select('code_hash')
        .where('account_id', '=', ada.id)
        .executeTakeFirstOrThrow();
    const first = await codeHashOf();
    const shown = await plaza.page(undefined, '/signin/code?next=/people', { cookie });
    assert.match(shown.text, /emailed you a code/);
    const again = await plaza.form(undefined, '/signin/code/again', { next: '/people' }, { cookie });
    assert.equal(again.headers.location, '/signin/code?next=%2Fpeople');
    assert.notDeepEqual(await codeHashOf(), first, 'the first code no longer works');
    const strange = await plaza.form(undefined, '/signin/code/again', {}, { cookie: 'challenge=made-up' });
    assert.equal(strange.headers.location, '/signin');
    const other = await plaza.page(undefined, '/signin/code?use=recovery', { cookie });
    assert.match(other.text, /Use one of your saved recovery codes\. Each works once\./);
    const fields = { code: recovery[0] ?? '', next: '/people', use: 'recovery' };
    const done = await plaza.form(undefined, '/signin/code', fields, { cookie });
    assert.equal(done.headers.location, '/people');
    assert.match(String(done.headers['set-cookie']), /xs=[\w-]{43}/);
    const spent = await plaza.page(undefined, '/signin/code', { cookie });
    assert.equal(spent.headers.location, '/signin');
  },
);

test('a setup that nobody finished shows its secret for a quarter of an hour only', async (app) => {
  const ada = await addPerson(app, 'ada');
  await beginFactor(app, ada.id, 'app');
  const { secret = '' } = (await findFactor(app, ada.id)) ?? {};
  app.clock.turn(minutes(15));
  assert.equal(await findFactor(app, ada.id), undefined);
  await assert.rejects(confirmFactor(app, ada.id, codeAt(secret, app.clock.now())), { kind: 'missing' });
  await beginFactor(app, ada.id, 'app');
  assert.notEqual((await findFactor(app, ada.id))?.secret, secret);
});

test('a sign-in that an account was suspended during begins no session', async (app) => {
  const { ada, begin } = await withApp(app);
  const { handle } = await begin();
  await app.db.updateTable('identity.account').set({ role: 'member' }).where('id', '=', ada.id).execute();
  await suspendAccount(app, undefined, ada.id);
  const code = await codeNow(app, ada.id);
  await assert.rejects(answerChallenge(app, { handle, code }, device), { kind: 'forbidden' });
  const { length } = await app.db.selectFrom('identity.session').select('id').execute();
  assert.equal(length, 0);
});
