import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { test, testConfig, testWithDatabase } from '../../test/app.ts';
import { inTransaction } from './database/transaction.ts';
import { runJobs } from './jobs/jobs.ts';
import { type Mail, openMail, sendMail } from './mail.ts';
import { systemJobs } from './jobs/system-jobs.ts';
import type { TestApp } from '../../test/app.ts';

interface Letter {
  from: string;
  to: string[];
  raw: string;
}

/** A real mail server on loopback. `refuse` maps unknown recipients to the code of the rejection. */
async function mailServer(t: TestContext, refuse: Record<string, number> = {}) {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) => {
      const code = refuse[address];
      callback(
        code === undefined ? null : Object.assign(new Error('no such mailbox'), { responseCode: code }),
      );
    },
    onData: (stream, { envelope }, callback) => {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        letters.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  t.after(stop);
  return { letters, stop, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

const over = (SMTP_URL: string, app: TestApp): Mail =>
  openMail(
    { ...testConfig(), SMTP_URL, mailFrom: 'Plaza <no-reply@plaza.test>' },
    app.db,
    app.clock,
    app.log,
  );

const message = { to: 'ada@example.org', subject: 'Wëlcome', text: 'Hello', html: '<p>Hello</p>' };

test('sends a message by SMTP, as text and as HTML', async (app, t) => {
  const { letters, url } = await mailServer(t);
  await over(url, app).send(message);
  assert.equal(letters.length, 1);
  const { from, to, raw } = letters[0]!;
  assert.deepEqual([from, to], ['no-reply@plaza.test', ['ada@example.org']]);
  assert.match(raw, /^From: Plaza <no-reply@plaza\.test>\r$/m);
  assert.match(raw, /^Subject: =\?UTF-8\?Q\?W=C3=ABlcome\?=\r$/m);
  assert.match(raw, /^Auto-Submitted: auto-generated\r$/m);
  assert.match(raw, /Content-Type: multipart\/alternative/);
});

test('lets no input add a header or a recipient', async (app, t) => {
  const { letters, url } = await mailServer(t);
  const mail = over(url, app);
  await mail.send({ ...message, subject: 'Hi\r\nBcc: eve@example.org\r\n\r\n<b>body</b>\u0000' });
  const head = letters[0]!.raw.split('\r\n\r\n')[0]!;
  assert.deepEqual(letters[0]!.to, ['ada@example.org']);
  assert.doesNotMatch(head, /^Bcc:/im);
  const recipients = [
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org, eve@example.org',
    'Ada <ada@example.org>',
    'a@b@c',
    '"a b"@example.org',
    'ada',
    '',
  ];
  for (const to of recipients) await assert.rejects(mail.send({ ...message, to }), /single bare address/, to);
  assert.equal(letters.length, 1);
});

test('gives up on a permanently unknown recipient, and retries after a temporary failure', async (app, t) => {
  const { letters, url } = await mailServer(t, { 'gone@example.org': 550, 'full@example.org': 452 });
  const mail = over(url, app);
  await mail.send({ ...message, to: 'gone@example.org' });
  await assert.rejects(mail.send({ ...message, to: 'full@example.org' }));
  assert.equal(letters.length, 0);
});

testWithDatabase(
  'sends mail after its transaction commits, and waits while the server is unreachable',
  async ({ app, database }, t) => {
    const { letters, url, stop } = await mailServer(t);
    const mailing = { ...app, mail: over(url, app) };
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
    mailing.mail = over(back.url, app);
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
  await runJobs({ ...app, mail: over('', app) }, systemJobs, database.pool);
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

test('signs messages with the operator’s key, as their readers verify it', async (app, t) => {
  const { letters, url } = await mailServer(t);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const file = join(mkdtempSync(join(tmpdir(), 'dkim-')), 'key.pem');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const config = { ...testConfig(), SMTP_URL: url, mailFrom: 'Plaza <no-reply@plaza.test>' };
  const mail = openMail({ ...config, DKIM_KEY_FILE: file, DKIM_SELECTOR: 'k1' }, app.db, app.clock, app.log);
  await mail.send(message);
  const raw = letters[0]?.raw ?? '';
  const [head = '', body = ''] = raw.split(/\r\n\r\n(.*)/s);
  const headers = head.split(/\r\n(?![ \t])/);
  const signature = headers.find((line) => /^dkim-signature:/i.test(line)) ?? '';
  const tags = Object.fromEntries(
    signature
      .slice('DKIM-Signature:'.length)
      .split(';')
      .map((tag) => tag.trim().split(/=(.*)/s, 2) as [string, string]),
  );
  assert.deepEqual([tags.d, tags.s, tags.c], ['plaza.test', 'k1', 'relaxed/relaxed']);
  // RFC 6376: the body, then the named headers and the signature without its value.
  const relaxedBody = `${body
    .replaceAll(/[ \t]+(?=\r\n)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '')}\r\n`;
  assert.equal(tags.bh?.replaceAll(/\s/g, ''), createHash('sha256').update(relaxedBody).digest('base64'));
  const relaxed = (line: string) => {
    const [name = '', value = ''] = line.split(/:(.*)/s);
    return `${name.toLowerCase().trim()}:${value
      .replaceAll('\r\n', '')
      .replaceAll(/[ \t]+/g, ' ')
      .trim()}`;
  };
  const signed = [
    ...(tags.h ?? '')
      .split(':')
      .map((name) =>
        headers.findLast((line) => line.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`)),
      )
      .filter((line) => line !== undefined),
    signature.replace(/\bb=[^;]*$/s, 'b='),
  ].map(relaxed);
  const given = Buffer.from(tags.b?.replaceAll(/\s/g, '') ?? '', 'base64');
  assert.ok(verify('sha256', Buffer.from(signed.join('\r\n')), publicKey, given));
});
