import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../test/app.ts';
import { queuedJobs } from '../../test/jobs.ts';
import { mailOver, mailServer } from '../../test/peers/smtp-server.ts';
import { days, hours } from '../kernel/time.ts';
import { inTransaction } from './app.ts';
import { runJobs } from './jobs/jobs.ts';
import { systemJobs } from './jobs/system-jobs.ts';
import { bulk, sendMail, sendMails } from './mail.ts';
import { listWaitingDomains } from './mail/domains.ts';
import { listSuppressions, suppress } from './mail/suppressions.ts';

const message = { to: 'ada@example.org', subject: 'Wëlcome', text: 'Hello', html: '<p>Hello</p>' };

testWithDatabase(
  'says what became of a message, by what the mail server answers',
  async ({ app, database }, t) => {
    app.clock.set(new Date());
    const rows = [
      ['gone@a.test', [550, '5.1.1 No such mailbox'], 'suppressed'],
      ['plain@b.test', 550, 'suppressed'],
      ['policy@c.test', [550, '5.7.1 Message rejected due to policy'], 'given up'],
      ['spam@d.test', [550, 'Rejected as spam'], 'given up'],
      ['relay@e.test', [550, '5.7.1 Relaying denied'], 'tried again'],
      ['closing@f.test', [421, '4.7.0 Try again later'], 'waits'],
      ['busy@g.test', [451, '4.3.0 Temporary error'], 'waits'],
      ['space@h.test', [452, 'Insufficient system storage'], 'waits'],
      ['full@i.test', [452, '4.2.2 Mailbox full'], 'tried again'],
      ['hang@j.test', 'hang', 'waits'],
    ] as const;
    const { letters, asked, url } = await mailServer(
      t,
      Object.fromEntries(rows.map(([address, refusal]) => [address, refusal])),
    );
    const mailing = { ...app, mail: mailOver(`${url}?socketTimeout=300`, app) };
    for (const [to] of rows) assert.equal(await sendMail(app, { ...message, to }), 'queued');
    await sendMail(app, message);
    await runJobs(mailing, systemJobs, database.pool);
    assert.deepEqual(asked.toSorted(), [...rows.map(([to]) => to), 'ada@example.org'].toSorted());
    assert.deepEqual(
      letters.map(({ to }) => to),
      [['ada@example.org']],
    );
    const suppressed = (await listSuppressions(app)).map(({ email }) => email);
    const waiting = (await listWaitingDomains(app)).map(({ domain }) => domain);
    const { rows: jobs } = await database.pool.query<{ to: string; attempts: number }>(
      "select payload->>'to' as to, attempts from graphile_worker._private_jobs",
    );
    const outcomeOf = (to: string) => {
      if (suppressed.includes(to)) return 'suppressed';
      const job = jobs.find((each) => each.to === to);
      if (!job) return 'given up';
      if (job.attempts > 0) return 'tried again';
      return waiting.includes(to.split('@')[1] ?? '') ? 'waits' : 'lost';
    };
    assert.deepEqual(
      rows.map(([to]) => [to, outcomeOf(to)]),
      rows.map(([to, , outcome]) => [to, outcome]),
    );
  },
);

testWithDatabase(
  'asks a domain that defers again after growing pauses, and sends to others',
  async (open, t) => {
    const { app, database } = open;
    app.clock.set(new Date());
    const { letters, asked, refuse, url } = await mailServer(t, {
      'ada@busy.test': 451,
      'bob@busy.test': 451,
    });
    const mailing = { ...app, mail: mailOver(url, app) };
    const run = async () => {
      await database.pool.query('update graphile_worker._private_jobs set run_at = now()');
      await runJobs(mailing, systemJobs, database.pool);
    };
    for (const to of ['ada@busy.test', 'bob@busy.test', 'eve@example.org'])
      await sendMail(app, { ...message, to });
    await run();
    const before = asked.length;
    await run();
    assert.equal(asked.length, before, 'it waits');
    assert.deepEqual(
      letters.map(({ to }) => to),
      [['eve@example.org']],
    );
    const pauses: number[] = [];
    for (let time = 0; time < 9; time += 1) {
      const [domain] = await listWaitingDomains(app);
      pauses.push(((domain?.retryAt.getTime() ?? 0) - app.clock.now().getTime()) / 60_000);
      app.clock.set(domain?.retryAt ?? new Date());
      await run();
    }
    assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    for (const to of Object.keys(refuse)) Reflect.deleteProperty(refuse, to);
    app.clock.turn(hours(1));
    await run();
    assert.deepEqual(letters.map(({ to }) => to[0]).toSorted(), [
      'ada@busy.test',
      'bob@busy.test',
      'eve@example.org',
    ]);
    assert.deepEqual(await listWaitingDomains(app), []);
  },
);

testWithDatabase('gives up mail that was deferred for three days', async ({ app, database }, t) => {
  app.clock.set(new Date());
  const { url } = await mailServer(t, { 'ada@busy.test': 451 });
  const mailing = { ...app, mail: mailOver(url, app) };
  await sendMail(app, { ...message, to: 'ada@busy.test' });
  await runJobs(mailing, systemJobs, database.pool);
  app.clock.turn(days(4));
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()');
  await runJobs(mailing, systemJobs, database.pool);
  assert.deepEqual(await queuedJobs(app), []);
});

test('queues many messages at once, and names the addresses that get none', async (app) => {
  const addresses = Array.from({ length: 2500 }, (_, n) => `reader-${n}@example.org`);
  await suppress(app, { email: 'Reader-7@Example.org', reason: 'bounce', detail: '' });
  await suppress(app, { email: 'reader-2400@example.org', reason: 'complaint', detail: '' });
  const messages = addresses.map((to) => ({ ...message, to }));
  assert.deepEqual(await sendMails(app, messages, bulk), {
    queued: 2498,
    suppressed: ['reader-7@example.org', 'reader-2400@example.org'],
  });
  assert.equal((await queuedJobs(app)).length, 2498);
});

test('sends codes after complaints, and a day after a bounce', async (app) => {
  const outcomes = async (to: string) => [
    await sendMail(app, { ...message, to }),
    await sendMail(app, { ...message, to }, bulk),
  ];
  await suppress(app, { email: 'ada@example.org', reason: 'complaint', detail: '' });
  assert.deepEqual(await outcomes('ada@example.org'), ['queued', 'suppressed']);
  await suppress(app, { email: 'ada@example.org', reason: 'bounce', detail: '' });
  assert.deepEqual(await outcomes('ada@example.org'), ['suppressed', 'suppressed']);
  app.clock.turn(hours(25));
  assert.deepEqual(await outcomes('ada@example.org'), ['queued', 'suppressed']);
});

testWithDatabase(
  'sends bulk mail to a domain in turns, and codes at once',
  async ({ app, database }, t) => {
    app.clock.set(new Date());
    const { letters, url } = await mailServer(t);
    const mailing = { ...app, mail: mailOver(url, app) };
    for (let n = 0; n < 4; n += 1) await sendMail(app, { ...message, to: `reader-${n}@example.org` }, bulk);
    await sendMail(app, { ...message, to: 'code@example.org' });
    await runJobs(mailing, systemJobs, database.pool);
    assert.equal(letters.length, 2);
    assert.ok(letters.some(({ to }) => to[0] === 'code@example.org'));
    const turns = (await queuedJobs(app)).map(
      ({ runAt }) => (runAt.getTime() - app.clock.now().getTime()) / 1000,
    );
    assert.deepEqual(turns.toSorted(), [30, 60, 90]);
  },
  { MAIL_DOMAIN_PER_MINUTE: '2' },
);

testWithDatabase(
  'sends mail after its transaction commits, and waits while the server is unreachable',
  async ({ app, database }, t) => {
    const { letters, url, stop } = await mailServer(t);
    const mailing = { ...app, mail: mailOver(url, app) };
    const run = () => runJobs(mailing, systemJobs, database.pool);
    await inTransaction(app, async (app) => {
      await sendMail(app, { ...message, to: 'never@example.org' });
      throw new Error('no');
    }).catch(() => undefined);
    await inTransaction(app, (app) => sendMail(app, message));
    await run();
    assert.deepEqual(
      letters.map(({ to }) => to),
      [['ada@example.org']],
    );

    await stop();
    await sendMail(app, { ...message, to: 'bob@example.org' });
    await run();
    const { rows } = await database.pool.query<{ attempts: number; waits: boolean; last_error: string }>(
      'select attempts, run_at > now() as waits, last_error from graphile_worker.jobs',
    );
    assert.deepEqual(
      rows.map(({ attempts, waits }) => [attempts, waits]),
      [[1, true]],
    );
    assert.match(rows[0]!.last_error, /ECONNREFUSED/);

    const back = await mailServer(t);
    mailing.mail = mailOver(back.url, app);
    await database.pool.query('update graphile_worker._private_jobs set run_at = now()');
    await run();
    assert.deepEqual(
      back.letters.map(({ to }) => to),
      [['bob@example.org']],
    );
  },
);

testWithDatabase('stores mail in the outbox without a mail server', async ({ app, database }) => {
  await sendMail(app, message);
  await runJobs({ ...app, mail: mailOver('', app) }, systemJobs, database.pool);
  const rows = await app.db
    .selectFrom('system.outbox_mail')
    .select(['sent_at', 'recipient', 'subject', 'body_text', 'body_html'])
    .execute();
  assert.deepEqual(rows, [
    {
      sent_at: app.clock.now(),
      recipient: 'ada@example.org',
      subject: 'Wëlcome',
      body_text: 'Hello',
      body_html: '<p>Hello</p>',
    },
  ]);
});
