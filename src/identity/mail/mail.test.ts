import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { runCommand } from '../../servers/admin/run-command.ts';
import { deferDomain } from '../../platform/mail/domains.ts';
import { listSuppressions, suppress } from '../../platform/mail/suppressions.ts';
import { createMessageId } from '../../platform/mail/transport.ts';
import { listAudit } from '../operators/audit.ts';

const secret = 'sixteen-letters-or-more';
const door = '/api/mail/events';
const bearer = { authorization: `Bearer ${secret}` };

testPlaza(
  'puts addresses of reported bounces and complaints on the suppression list',
  async ({ app, plaza }) => {
    const report = async (payload: string, headers: Record<string, string> = bearer) => {
      const { statusCode, body } = await plaza.inject({
        method: 'POST',
        url: door,
        headers: { 'content-type': 'application/json', ...headers },
        payload,
      });
      return [statusCode, JSON.parse(body) as unknown] as const;
    };
    const json = (...events: object[]) => JSON.stringify({ events });
    const bounce = { type: 'bounce', email: 'Ada@Example.org', detail: '550 5.1.1\n No such mailbox' };
    const done = [200, { suppressed: 2, ignored: 0 }];
    assert.deepEqual(await report(json(bounce, { type: 'complaint', email: 'bob@example.org' })), done);
    const basic = { authorization: `Basic ${Buffer.from(`mail:${secret}`).toString('base64')}` };
    assert.deepEqual((await report(json(bounce), basic))[0], 200);
    assert.deepEqual(
      (await listSuppressions(app)).map(({ email, reason, detail }) => [email, reason, detail]),
      [
        ['bob@example.org', 'complaint', ''],
        ['Ada@Example.org', 'bounce', '550 5.1.1 No such mailbox'],
      ],
    );
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: secret }])
      assert.equal((await report(json(bounce), { authorization: '', ...headers }))[0], 401);
    for (const [payload, field] of [
      ['{"events": []}', 'events'],
      ['{}', 'events'],
      [json({ type: 'bounce', email: 'ada' }), 'email'],
      [json({ type: 'delay', email: 'a@b.c' }), 'type'],
      ['{"events":', 'JSON'],
    ] as const) {
      const [status, body] = await report(payload);
      assert.deepEqual([status, JSON.stringify(body).includes(field)], [400, true], payload);
    }
  },
  { MAIL_EVENTS_SECRET: secret },
);

const notification = (messageId: string, to: string) =>
  [
    'From: MAILER-DAEMON@mx.example',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    '',
    '--b--',
  ].join('\r\n');

testPlaza(
  'reads the reports of mail servers, and believes those about mail that was sent to the address',
  async ({ app, plaza }) => {
    const report = async (payload: string) => {
      const headers = { 'content-type': 'message/rfc822', ...bearer };
      const { statusCode, body } = await plaza.inject({ method: 'POST', url: door, headers, payload });
      return [statusCode, JSON.parse(body) as unknown];
    };
    const id = createMessageId(app.config, 'ada@example.org');
    const ignored = [200, { suppressed: 0, ignored: 1 }];
    assert.deepEqual(await report(notification(id, 'bob@example.org')), ignored);
    assert.deepEqual(await report(notification('<1@plaza.test>', 'ada@example.org')), ignored);
    assert.deepEqual(await report('Subject: I am away\r\n\r\nUntil Monday'), ignored);
    assert.deepEqual(await listSuppressions(app), []);
    assert.deepEqual(await report(notification(id, 'ADA@example.org')), [200, { suppressed: 1, ignored: 0 }]);
    assert.equal((await listSuppressions(app))[0]?.reason, 'bounce');
  },
  { MAIL_EVENTS_SECRET: secret },
);

testPlaza('has no door without a secret', async ({ plaza }) => {
  const { statusCode } = await plaza.inject({ method: 'POST', url: door, headers: bearer, payload: '{}' });
  assert.equal(statusCode, 404);
});

testPlaza('shows the suppression list to operators, who can remove addresses', async (world) => {
  const { app, ada, olga, plaza } = world;
  for (let n = 0; n < 60; n += 1)
    await suppress(app, {
      email: `reader-${n}@mail-${n % 2}.test`,
      reason: 'bounce',
      detail: '550 5.1.1 Gone',
    });
  await deferDomain(app, 'busy.test', '451 4.7.1 Too many messages');
  const here = '/operator/suppressions';
  assert.equal((await plaza.page(ada, here)).status, 403);
  const first = (await plaza.page(olga, here)).text;
  assert.match(first, /reader-59@mail-1\.test/);
  assert.match(first, /451 4\.7\.1 Too many messages/);
  const [, next = ''] = /href="(\/operator\/suppressions\?before=\d+)"/.exec(first) ?? [];
  const older = (await plaza.page(olga, next)).text;
  assert.match(older, /reader-0@mail-0\.test/);
  assert.doesNotMatch(older, /reader-59@/);
  const found = (await plaza.page(olga, `${here}?q=mail-1.test`)).text;
  assert.doesNotMatch(found, /@mail-0\.test/);
  assert.match((await plaza.page(olga, `${here}?q=%25`)).text, /No addresses found/);
  assert.equal((await plaza.form(olga, `${here}/remove`, { email: 'Reader-5@mail-1.test' })).status, 303);
  assert.equal((await plaza.form(olga, `${here}/remove`, { email: 'reader-5@mail-1.test' })).status, 404);
  assert.equal((await plaza.form(ada, `${here}/remove`, { email: 'reader-7@mail-1.test' })).status, 403);
  const [entry] = await listAudit(app, { action: 'mail.unsuppress' });
  assert.equal(entry?.detail, 'reader-5@mail-1.test');
  const run = (line: string) => runCommand(app, line.split(' '), { reason: '' });
  assert.equal(((await run('mail suppressed reader-7@')) as object[]).length, 1);
  assert.equal(await run('mail unsuppress reader-7@mail-1.test'), 'Removed.');
  assert.deepEqual(await run('mail suppressed reader-7@'), []);
});

testPlaza('tells members that their address gets no email, until they ask to try again', async (world) => {
  const { app, ada, bob, plaza } = world;
  const here = '/settings/credentials';
  const says = /We could not deliver to your email address/;
  assert.doesNotMatch((await plaza.page(ada, here)).text, says);
  await suppress(app, { email: 'ada@example.org', reason: 'bounce', detail: '550 5.1.1 <Gone>' });
  const { text } = await plaza.page(ada, here);
  assert.match(text, says);
  assert.match(text, /550 5\.1\.1 &lt;Gone&gt;/);
  assert.doesNotMatch((await plaza.page(bob, here)).text, says);
  await app.db.updateTable('identity.account').set({ activated_at: null }).where('id', '=', ada.id).execute();
  assert.match((await plaza.page(ada, '/activate')).text, says);
  assert.equal((await plaza.form(ada, '/settings/email/retry')).status, 303);
  assert.deepEqual(await listSuppressions(app), []);
});
