import assert from 'node:assert/strict';
import { type TestApp, test } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { addLink } from '../../../test/links.ts';
import { listAudit } from '../../identity/operators/audit.ts';
import { isPassword } from '../../identity/credentials/password.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { runCommand } from './run-command.ts';

async function createWorld(app: TestApp) {
  const olga = await addPerson(app, 'olga');
  await app.db.updateTable('identity.account').set({ role: 'operator' }).where('id', '=', olga.id).execute();
  const ada = await addPerson(app, 'ada');
  const run = (line: string, reason = '') => runCommand(app, line.split(' '), { reason });
  const account = () =>
    app.db.selectFrom('identity.account').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow();
  return { olga, ada, run, account };
}

test('shows and changes people, and says so in the audit log', async (app) => {
  const { ada, run, account } = await createWorld(app);
  assert.partialDeepStrictEqual(await run('person show @Ada'), {
    id: ada.id,
    username: 'ada',
    role: 'member',
  });
  assert.partialDeepStrictEqual(await run('person show ada@example.org'), { id: ada.id });
  await assert.rejects(run('person suspend ada'), /Give a reason/);
  await run('person suspend ada', 'Spam');
  assert.ok((await account()).suspended_at);
  await run('person reinstate ada');
  assert.equal((await account()).suspended_at, null);
  await run('person role ada moderator');
  assert.equal((await account()).role, 'moderator');
  const { password } = (await run('person password ada')) as { password: string };
  assert.ok(await isPassword((await account()).password_hash, password));
  await run('person email ada lovelace@example.com');
  assert.equal((await account()).email, 'lovelace@example.com');
  await run('person 2fa-off ada');
  await run('person role ada member');
  await run('person delete ada', 'Asked by letter');
  assert.ok((await account()).deletion_requested_at);
  await run('person restore ada');
  assert.equal((await account()).deletion_requested_at, null);
  const entries = await listAudit(app, { action: 'command.run' });
  assert.deepEqual(entries.map(({ detail, subject, username }) => [detail, subject, username]).slice(-2), [
    ['person reinstate ada', `person ${ada.id}`, 'olga'],
    ['person suspend ada', `person ${ada.id}`, 'olga'],
  ]);
});

test('shows, suspends and deletes links', async (app) => {
  const { run } = await createWorld(app);
  await addLink(app, 'known');
  assert.partialDeepStrictEqual(await run('link show known'), { alias: 'known', suspendedAt: null });
  assert.partialDeepStrictEqual(await run('link hold known', 'Phishing'), { suspendedWith: 'link' });
  assert.partialDeepStrictEqual(await run('link release known'), { suspendedAt: null });
  const { deletedAt } = (await run('link delete known')) as { deletedAt: Date | null };
  assert.ok(deletedAt);
});

test('works on files, searches, jobs, mail, settings, the ledger and keys', async (app) => {
  const { run } = await createWorld(app);
  assert.deepEqual(await run('media usage'), []);
  assert.deepEqual(await run('media usage ada'), { files: 0, bytes: 0 });
  assert.deepEqual(await run('media prune'), { deleted: 0 });
  const { indexes } = (await run('search rebuild')) as { indexes: string[] };
  assert.ok(indexes.includes('links.link_search'), indexes.join());
  assert.ok(Array.isArray(await run('jobs list')));
  assert.deepEqual(await run('jobs retry 123456'), { retried: 0 });
  assert.deepEqual(await run('jobs drop all'), { dropped: 0 });
  assert.deepEqual(await run('mail test ada@example.org'), 'Stored in the outbox: there is no SMTP_URL.');
  const settings = (await run('settings print')) as Record<string, unknown>;
  assert.deepEqual(
    [settings.SECRET_KEY, settings.PLAZA_URL, settings.STRIPE_SECRET_KEY],
    ['(set)', 'http://plaza.test', ''],
  );
  assert.partialDeepStrictEqual(await run('ledger'), { transfers: 0 });
  const { apiKey } = (await run('keys add Reader')) as { apiKey: string };
  assert.ok(apiKey);
  const [key] = (await run('keys list')) as { id: string; name: string }[];
  assert.equal(key?.name, 'Reader');
  assert.equal(await run(`keys revoke ${key.id}`), 'Revoked.');
});

for (const [line, said] of [
  ['nonsense', /Usage: npm run admin -- COMMAND/],
  ['person', /Usage/],
  ['person show', /Usage: npm run admin -- person show NAME/],
  ['person show a b', /Usage/],
  ['person show nobody', /Person/],
  ['link show nothing', /Link/],
  ['person role ada emperor', /Unknown role/],
  ['jobs retry abc', /Usage: npm run admin -- jobs retry ID\|all/],
  ['jobs drop 99999999999999999999', /Usage/],
  ['keys revoke all', /Usage/],
  ['keys revoke 999999', /not found/],
] as const)
  test(`refuses “${line}” with a sentence`, async (app) => {
    const { run } = await createWorld(app);
    await assert.rejects(run(line), said);
  });

test('never takes a username of digits for the id of another', async (app) => {
  const { ada, run } = await createWorld(app);
  const { id } = await addPerson(app, 'eve');
  const username = ada.id;
  await app.db.updateTable('identity.account').set({ username }).where('id', '=', id).execute();
  await assert.rejects(run(`person show ${username}`), /one account's username and another's id/);
  assert.partialDeepStrictEqual(await run(`person show @${username}`), { id });
});

test('makes an operator where there is none', async (app) => {
  const { id } = await addPerson(app, 'ada');
  await app.db.updateTable('identity.account').set({ role: 'member' }).where('id', '=', id).execute();
  const shown = await runCommand(app, ['person', 'role', 'ada', 'operator'], { reason: '' });
  assert.partialDeepStrictEqual(shown, { role: 'operator' });
});

test('needs an operator for what is recorded', async (app) => {
  const { id } = await addPerson(app, 'ada');
  await app.db.updateTable('identity.account').set({ role: 'member' }).where('id', '=', id).execute();
  await assert.rejects(
    runCommand(app, ['person', '2fa-off', 'ada'], { reason: '' }),
    /There is no operator yet/,
  );
  await assert.rejects(
    runCommand(app, ['media', 'prune'], { reason: '', as: 'ada' }),
    /ada is not an operator/,
  );
});

test('sends the outbox when there is a mail server', async (app) => {
  await createWorld(app);
  // Mail of other tests, which is not sent in their transaction.
  await app.db.deleteFrom('system.outbox_mail').execute();
  await app.mail.send({ to: 'ada@example.org', subject: 'Waiting', text: 'Hello', html: '<p>Hello</p>' });
  const resend = (SMTP_URL: string) =>
    runCommand({ ...app, config: { ...app.config, SMTP_URL } }, ['mail', 'resend', 'all'], { reason: '' });
  await assert.rejects(resend(''), /There is no SMTP_URL/);
  assert.deepEqual(await resend('smtp://mail.example'), { resent: 1 });
  assert.deepEqual(await resend('smtp://mail.example'), { resent: 0 });
  const jobs = (await queuedJobs(app)).filter(({ name }) => name === 'system.deliver-mail');
  assert.partialDeepStrictEqual(jobs.at(-1)?.payload, {
    to: 'ada@example.org',
    subject: 'Waiting',
    html: '<p>Hello</p>',
  });
});
