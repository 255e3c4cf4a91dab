import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFailure, readReply } from './answers.ts';
import { parseReport } from './reports.ts';

test('reads what replies to a recipient mean', () => {
  const rows = [
    [550, '550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown', 'bounced'],
    [550, '550-5.1.1 The email account that you tried to reach does not exist.', 'bounced'],
    [550, '550 #5.1.0 Address rejected.', 'bounced'],
    [550, '550 No such user here', 'bounced'],
    [551, '551 User not local', 'bounced'],
    [553, '553 5.1.3 The recipient address is not valid', 'bounced'],
    [556, '556 5.1.10 Recipient address has null MX', 'bounced'],
    [550, '550 5.2.1 The email account that you tried to reach is disabled', 'bounced'],
    [550, '550 5.4.4 Host not found', 'bounced'],
    [552, '552 5.2.2 The email account that you tried to reach is over quota', 'refused'],
    [552, '552 5.3.4 Message size exceeds fixed limit', 'refused'],
    [550, '550 5.1.8 Sender address rejected: Domain not found', 'refused'],
    [550, '550 5.7.1 Service unavailable; client host blocked', 'refused'],
    [550, '550 5.7.26 Unauthenticated email is not accepted', 'refused'],
    [554, '554 Transaction failed', 'refused'],
    [550, '550 Blocked by our policy', 'refused'],
    [554, '554 5.7.1 <ada@example.org>: Relay access denied', 'unusable'],
    [550, '550 relaying not permitted', 'unusable'],
    [530, '530 5.7.0 Must issue a STARTTLS command first', 'unusable'],
    [535, '535 5.7.8 Authentication credentials invalid', 'unusable'],
    [454, '454 4.7.1 Relay access denied', 'unusable'],
    [450, '450 4.2.0 Greylisted, try again in 5 minutes', 'deferred'],
    [451, '451 4.3.0 Temporary server error', 'deferred'],
    [421, '421 4.7.28 Rate limit exceeded', 'deferred'],
    [452, '452 4.2.2 Mailbox full', 'mailbox-deferred'],
    [450, '450 4.2.1 The user is receiving mail too quickly', 'mailbox-deferred'],
    [450, '450 4.1.8 Sender domain does not resolve', 'deferred'],
  ] as const;
  for (const [code, text, answer] of rows) assert.equal(readReply(code, text), answer, text);
});

test('blames our own mail server for what it refuses before a recipient is named', () => {
  const rows = [
    { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 Bad credentials' },
    { code: 'EPROTOCOL', command: 'CONN', responseCode: 554, response: '554 5.7.1 Your address is blocked' },
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: '550 5.1.0 Sender rejected' },
    { code: 'ECONNECTION', command: 'CONN' },
    { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'GREETING_TIMEOUT' },
    { code: 'EDNS' },
  ];
  for (const error of rows)
    assert.equal(readFailure(Object.assign(new Error('no'), error)).answer, 'unusable', error.code);
});

const report = (type: string, machine: string, returned: string, returnedType = 'text/rfc822-headers') =>
  [
    'From: MAILER-DAEMON@mx.example',
    'To: bounces@plaza.test',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="=_b"`,
    '',
    '--=_b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Your message could not be delivered.',
    '',
    '--=_b',
    `Content-Type: message/${type}`,
    '',
    machine,
    '',
    '--=_b',
    `Content-Type: ${returnedType}`,
    '',
    returned,
    '',
    '--=_b--',
    '',
  ].join('\r\n');

const status = (...lines: string[]) => ['Reporting-MTA: dns; mx.example', '', ...lines].join('\r\n');
const returned = 'Message-ID: <1.2@plaza.test>\r\nTo: Ada <ada@example.org>\r\nSubject: Hi';

test('reads notifications of failed deliveries', async () => {
  const failed = status(
    'Original-Recipient: rfc822;ada@example.org',
    'Final-Recipient: RFC822; ada@elsewhere.example',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1',
    '    No such mailbox',
  );
  const bounce = {
    kind: 'bounce',
    addresses: ['ada@example.org', 'ada@elsewhere.example', 'ada@example.org'],
    messageId: '<1.2@plaza.test>',
    detail: '550 5.1.1 No such mailbox',
  };
  assert.deepEqual(await parseReport(report('delivery-status', failed, returned)), [bounce]);
  assert.deepEqual(
    await parseReport(report('delivery-status', failed, `${returned}\r\n\r\nHello`, 'message/rfc822')),
    [bounce],
  );
  for (const [action, code] of [
    ['delayed', '4.4.1'],
    ['delivered', '2.0.0'],
    ['failed', '5.7.1'],
    ['failed', '5.2.2'],
    ['failed', '4.4.7'],
  ]) {
    const machine = status(
      'Final-Recipient: rfc822; ada@example.org',
      `Action: ${action}`,
      `Status: ${code}`,
    );
    assert.deepEqual(
      await parseReport(report('delivery-status', machine, returned)),
      [],
      `${action} ${code}`,
    );
  }
});

test('reads feedback reports of complaints', async () => {
  const feedback = (type: string) =>
    report(
      'feedback-report',
      `Feedback-Type: ${type}\r\nUser-Agent: Some/1.0\r\nVersion: 1\r\nOriginal-Rcpt-To: <ada@example.org>`,
      returned,
    );
  const [complaint] = await parseReport(feedback('abuse'));
  assert.deepEqual(complaint, {
    kind: 'complaint',
    addresses: ['ada@example.org', 'ada@example.org'],
    messageId: '<1.2@plaza.test>',
    detail: 'abuse',
  });
  assert.deepEqual(await parseReport(feedback('not-spam')), []);
});

test('reads nothing from other mail, and from what is no mail', async () => {
  const nested = Array.from(
    { length: 500 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  );
  for (const raw of [
    '',
    'hello',
    'Subject: Out of office\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.',
    '\0\r\n\r\n',
    nested.join(''),
    `X: ${'a'.repeat(250_000)}\r\n\r\n`,
    '\n'.repeat(200_000),
    report('delivery-status', '', ''),
    report('delivery-status', ':\r\n\r\n:\r\n :', returned),
  ])
    assert.deepEqual(await parseReport(raw), []);
});
