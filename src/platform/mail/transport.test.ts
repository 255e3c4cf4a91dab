import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, testConfig } from '../../../test/app.ts';
import { mailOver, mailServer } from '../../../test/peers/smtp-server.ts';
import { isSentTo, openMail } from './transport.ts';

const message = { to: 'ada@example.org', subject: 'Wëlcome', text: 'Hello', html: '<p>Hello</p>' };

test('sends a message by SMTP, as text and as HTML', async (app, t) => {
  const { letters, url } = await mailServer(t);
  await mailOver(url, app).send(message);
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
  const mail = mailOver(url, app);
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

test('returns bounces to an address of its own, with a Message-ID that proves the recipient', async (app, t) => {
  const { letters, url } = await mailServer(t);
  const config = { ...testConfig({ MAIL_BOUNCES_TO: 'bounces@plaza.test' }), SMTP_URL: url };
  await openMail(config, app.db, app.clock).send(message);
  assert.equal(letters[0]!.from, 'bounces@plaza.test');
  const [, id = ''] = /^Message-ID: (\S+)\r$/m.exec(letters[0]!.raw) ?? [];
  assert.ok(isSentTo(config, id, 'Ada@example.org'));
  assert.ok(!isSentTo(config, id, 'bob@example.org'));
  assert.ok(!isSentTo(config, id.replace(/^<./, '<0'), 'bob@example.org'));
});

test('signs messages with the operator’s key, as their readers verify it', async (app, t) => {
  const { letters, url } = await mailServer(t);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const file = join(mkdtempSync(join(tmpdir(), 'dkim-')), 'key.pem');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const config = { ...testConfig(), SMTP_URL: url, mailFrom: 'Plaza <no-reply@plaza.test>' };
  const mail = openMail({ ...config, DKIM_KEY_FILE: file, DKIM_SELECTOR: 'k1' }, app.db, app.clock);
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
