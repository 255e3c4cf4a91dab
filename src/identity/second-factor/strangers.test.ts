import assert from 'node:assert/strict';
import { seconds } from '../../kernel/time.ts';
import type { Viewer } from '../../platform/app.ts';
import { runJobs } from '../../platform/jobs/jobs.ts';
import { listOutbox } from '../../platform/mail/outbox.ts';
import { allJobs } from '../../servers/serve.ts';
import { test, testWithDatabase, type TestApp } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson, password } from '../../../test/world.ts';
import { confirmReset, requestReset } from '../credentials/reset.ts';
import type { Device } from '../sessions/sessions.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { answerChallenge } from './challenge.ts';
import { beginFactor, confirmFactor, findFactor } from './set-up.ts';
import { codeAt } from './codes.ts';

const codeNow = async (app: TestApp, id: string) =>
  codeAt((await findFactor(app, id))?.secret ?? '', app.clock.now());

async function setUp(app: TestApp, { id }: Viewer): Promise<string> {
  await beginFactor(app, id, 'app');
  await confirmFactor(app, id, await codeNow(app, id));
  app.clock.turn(seconds(30));
  return codeNow(app, id);
}

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

const here = { createdVia: 'api', userAgent: 'Test', address: '127.0.0.1' } as const;
const there = { ...here, address: '203.0.113.9' } as const;

/** Sends wrong codes as a stranger would, knowing only the account id. */
async function guess(
  app: TestApp,
  { id }: Viewer,
  code: string,
  from: Pick<Device, 'address' | 'userAgent'> = here,
) {
  for (let tries = 0; tries < 25; tries += 1)
    await assert.rejects(answerChallenge(app, { accountId: id, code }, from), /wrong or has expired/);
}

async function begin(app: TestApp) {
  const found = await signIn(app, { usernameOrEmail: 'ada', password }, here);
  assert.ok('challenge' in found);
  return found.challenge;
}

test('counts tries of a stranger who sends the account id apart from the owner’s', async (app) => {
  const ada = await addPerson(app, 'ada');
  const code = await setUp(app, ada);
  const { handle } = await begin(app);
  await guess(app, ada, wrongOf(code));
  await assert.rejects(answerChallenge(app, { accountId: ada.id, code }, here), /wrong or has expired/);
  assert.equal((await answerChallenge(app, { accountId: ada.id, handle, code }, here)).accountId, ada.id);
});

testPlaza(
  'counts tries of a stranger apart from those of a browser with the challenge’s cookie',
  async (world) => {
    const { app, ada, plaza } = world;
    const code = await setUp(app, ada);
    const begun = await plaza.form(undefined, '/signin', { username_email: 'ada', password });
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    await guess(app, ada, wrongOf(code), { ...here, userAgent: 'lightMyRequest' });
    const done = await plaza.form(undefined, '/signin/code', { code }, { cookie });
    assert.equal(done.headers.location, '/');
  },
);

test('gives a stranger no tries from another network, and five from the same address', async (app) => {
  const ada = await addPerson(app, 'ada');
  const code = await setUp(app, ada);
  await begin(app);
  const tries = async () => {
    const { tries, unbound_tries } = await app.db
      .selectFrom('identity.challenge')
      .select(['tries', 'unbound_tries'])
      .executeTakeFirstOrThrow();
    return [tries, unbound_tries];
  };
  await guess(app, ada, wrongOf(code), there);
  assert.deepEqual(await tries(), [0, 0], 'the same browser on another network gets no tries');
  await guess(app, ada, wrongOf(code), { ...here, userAgent: 'Other' });
  assert.deepEqual(await tries(), [0, 5]);
});

testWithDatabase(
  'counts a stranger’s tries at a reset code apart from those of the requester',
  async (world) => {
    const { app, database } = world;
    await addPerson(app, 'ada');
    const email = 'ada@example.org';
    const [home, elsewhere] = ['198.51.100.7', '203.0.113.9'];
    const ask = async (address: string) => {
      await requestReset(app, email, { address, userAgent: 'Test' });
      await runJobs(app, allJobs, database.pool);
      return (await listOutbox(app))[0]?.subject.slice(0, 6) ?? '';
    };
    const code = await ask(home);
    const theirs = await ask(elsewhere);
    for (let tries = 0; tries < 10; tries += 1) {
      const given = { email, code: [code, theirs].includes('000000') ? '999999' : '000000' };
      await assert.rejects(confirmReset(app, given, elsewhere), /wrong or has expired/);
    }
    await assert.rejects(confirmReset(app, { email, code }, elsewhere), /wrong or has expired/);
    assert.equal((await confirmReset(app, { email, code }, home)).email, email);
  },
);

testWithDatabase('accepts a code requested from another address', async ({ app, database }) => {
  await addPerson(app, 'ada');
  const email = 'ada@example.org';
  await requestReset(app, email, { address: '198.51.100.7', userAgent: 'Test' });
  await runJobs(app, allJobs, database.pool);
  const code = (await listOutbox(app))[0]?.subject.slice(0, 6) ?? '';
  assert.equal((await confirmReset(app, { email, code }, '203.0.113.9')).email, email);
});

testPlaza('cancels a deletion only with a button after both factors', async (world) => {
  const { app, ada, plaza } = world;
  const code = await setUp(app, ada);
  await plaza.api(ada, 'POST', '/apis/php/user/delete', { password });
  const isBeingDeleted = async () =>
    Boolean(await app.db.selectFrom('identity.deletion_request').select('scope').executeTakeFirst());
  const begun = await plaza.form(undefined, '/signin', { username_email: 'ada', password });
  assert.ok(await isBeingDeleted(), 'the password alone does not cancel the deletion');
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  const signedIn = await plaza.form(undefined, '/signin/code', { code, next: '/people' }, { cookie });
  assert.equal(signedIn.headers.location, '/settings/account-deletion?next=%2Fpeople');
  assert.ok(await isBeingDeleted(), 'signing in does not cancel the deletion');
  const session = [signedIn.headers['set-cookie']]
    .flat()
    .flatMap((set) => /^(?:c_user|xs)=[^;]+/.exec(String(set))?.[0] ?? [])
    .join('; ');
  const shown = await plaza.page(undefined, '/settings/account-deletion?next=/people', { cookie: session });
  assert.match(shown.text, /Keep your account\?[^]*Keep account/);
  const stranger = await plaza.form(undefined, '/settings/account-deletion/cancel', {});
  assert.match(String(stranger.headers.location), /^\/signin/);
  const canceled = await plaza.form(
    undefined,
    '/settings/account-deletion/cancel',
    { next: '/people' },
    { cookie: session },
  );
  assert.equal(canceled.headers.location, '/people');
  assert.ok(!(await isBeingDeleted()));
});
