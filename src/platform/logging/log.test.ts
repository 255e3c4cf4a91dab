import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { invalid, Problem, msg as message } from '../../kernel/problem.ts';
import { newToken, signature } from '../../kernel/secrets.ts';
import { inLanguage } from '../../web/translation/languages.ts';
import { createLog } from './log.ts';
import { redactAddress } from './redact.ts';

function memory() {
  const lines: string[] = [];
  const log = createLog({ LOG_LEVEL: 'debug' }, { write: (line) => void lines.push(line) });
  const last = () => JSON.parse(lines.at(-1)!) as Record<string, unknown>;
  return { lines, log, last };
}

test('writes a line as one JSON object with time, level and message', () => {
  const { log, lines, last } = memory();
  log.info({ took: 3 }, 'link followed');
  log.trace('not at this level');
  assert.equal(lines.length, 1);
  assert.ok(lines[0]!.endsWith('\n'));
  const { time, ...line } = last();
  assert.ok(Date.parse(time as string));
  assert.deepEqual(line, { level: 'info', process: process.pid, took: 3, msg: 'link followed' });
});

test('redacts secrets by key at any depth, whatever their type', () => {
  const { log, last } = memory();
  log.info({
    body: {
      user: { newPassword: 'hunter2', tokens: 3 },
      list: [{ access_token: 'short' }],
      code: 123456,
      codes: 2,
    },
    headers: {
      'X-Auth-Token': 'a',
      cookie: ['c_user=1'],
      'x-api-key': 'k',
      'x-signature': 's',
      accept: '*/*',
    },
    set: new Map([['client_secret', { deep: 'x' }]]),
    password: null,
  });
  const { body, headers, set, password } = last();
  assert.deepEqual(body, {
    user: { newPassword: '[redacted]', tokens: 3 },
    list: [{ access_token: '[redacted]' }],
    code: '[redacted]',
    codes: 2,
  });
  assert.deepEqual(headers, {
    'X-Auth-Token': '[redacted]',
    cookie: '[redacted]',
    'x-api-key': '[redacted]',
    'x-signature': '[redacted]',
    accept: '*/*',
  });
  assert.deepEqual(set, { client_secret: '[redacted]' });
  assert.equal(password, null);
});

test('redacts secrets by shape in messages, arguments, bindings and errors', () => {
  const { log, lines } = memory();
  const token = newToken();
  log.info(`signed in with ${token}`);
  log.info('token %s of %j', token, { deep: [token] });
  log.info({ note: `{"password":"hunter2 \\" x","n":1}`, header: 'Bearer abc.def-ghi' });
  log.child({ bound: `?auth_key=abc&x=1` }).info('postgres://plaza:s3cret@db:5432/plaza is away');
  log.error(new Error(`bad ${signature('a', 'b')}`, { cause: new Error(token) }));
  const all = lines.join('');
  for (const secret of [token, 'hunter2', 'abc', 's3cret', signature('a', 'b')])
    assert.ok(!all.includes(secret), secret);
  assert.ok(all.includes('@db:5432/plaza'));
});

test('logs an error with its code, stack and all causes', () => {
  const { log, last } = memory();
  const refused = Object.assign(new Error('connect ECONNREFUSED'), {
    code: 'ECONNREFUSED',
    port: 5432,
    client: new URL('http://a'),
  });
  log.error(new Problem('unavailable', 'Try again', { cause: new AggregateError([refused], 'all failed') }));
  const { err, msg } = last() as { err: Record<string, unknown>; msg: string };
  const cause = err.cause as { type: string; errors: Record<string, unknown>[] };
  assert.equal(msg, 'Try again');
  assert.equal(err.kind, 'unavailable');
  assert.match(err.stack as string, /log\.test\.ts/);
  assert.equal(cause.type, 'AggregateError');
  assert.equal(cause.errors[0]!.code, 'ECONNREFUSED');
  assert.equal(cause.errors[0]!.port, 5432);
  assert.equal(cause.errors[0]!.client, '[URL]');
});

test('logs a problem in English with its values, without secrets', () => {
  const { log, last } = memory();
  const key = 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLXRlc3Rz';
  const problem = inLanguage('de', () =>
    invalid('count', message('At most {max} of {what}', { max: 12_345, what: message('Links') })),
  );
  log.error({ err: problem }, problem.message);
  const { err, msg } = last() as { err: Record<string, unknown>; msg: string };
  assert.deepEqual([msg, err.message], ['At most 12,345 of Links', 'At most 12,345 of Links']);
  assert.match(String(err.stack), /^Problem: At most 12,345 of Links\n/);
  log.warn(new Problem('invalid', message('Sent “{given}”', { given: key })));
  assert.doesNotMatch(JSON.stringify(last()), /eyJzdWIiOiIxMjM0In0/);
});

test('shortens circular values, large values, bytes and requests', () => {
  const { log, last, lines } = memory();
  const circle: Record<string, unknown> = { id: 10n, bytes: Buffer.alloc(9) };
  circle.self = circle;
  log.info({ circle, wide: Array.from({ length: 50_000 }, () => ({})), long: 'x '.repeat(100_000) });
  assert.deepEqual(last().circle, { id: '10', bytes: '[9 bytes]', self: '[circular]' });
  assert.ok(lines[0]!.length < 500_000);
  log.info({
    req: { id: 'r1', method: 'GET', url: '/feed?access_token=abc', ip: '::1', socket: circle },
    res: { statusCode: 200 },
  });
  assert.deepEqual(last().req, {
    id: 'r1',
    method: 'GET',
    url: '/feed?access_token=[redacted]',
    address: '::1',
  });
  assert.deepEqual(last().res, { status: 200 });
});

const addresses: [string, string][] = [
  ['/a?access_token=abc&page=2', '/a?access_token=[redacted]&page=2'],
  ['/a?page=2&auth_key=abc#x', '/a?page=2&auth_key=[redacted]#x'],
  ['/a?user%5Bpassword%5D=abc', '/a?user%5Bpassword%5D=[redacted]'],
  ['/a?code=123456&state=xyz', '/a?code=[redacted]&state=[redacted]'],
  ['/a?reset_key=&q=key', '/a?reset_key=&q=key'],
  ['https://ada:lovelace@example.org/x', 'https://[redacted]@example.org/x'],
  [`/reset/${'Ab3_'.repeat(11)}`, '/reset/[redacted]'],
  [
    '/posts/how-to-shorten-a-link-in-2026-and-measure-what-it-does',
    '/posts/how-to-shorten-a-link-in-2026-and-measure-what-it-does',
  ],
  ['/posts/0190f3a1-6c5e-7a31-9d1c-1f2e3d4c5b6a', '/posts/0190f3a1-6c5e-7a31-9d1c-1f2e3d4c5b6a'],
  ['/photos/2026/09/q3nb8d0x.webp?v=2', '/photos/2026/09/q3nb8d0x.webp?v=2'],
  ['https://medium.com/@ada/notes', 'https://medium.com/@ada/notes'],
];
for (const [address, expected] of addresses)
  test(`redacts only secrets in ${address}`, () => assert.equal(redactAddress(address), expected));

const here = new URL('./', import.meta.url);

/** Runs a program with the stray error handler. Returns its exit code and output. */
async function run(lines: string): Promise<{ code: number; printed: string }> {
  const program = `
    import { createLog, watchStrayErrors } from '${new URL('log.ts', here).href}';
    import { metricsText } from '${new URL('metrics.ts', here).href}';
    watchStrayErrors(createLog({ LOG_LEVEL: 'silent' }), (error) => {
      console.log('stopped by', error.message);
      process.exit(1);
    });
    const lost = (code) => Object.assign(new Error('lost ' + code), { code });
    const counted = async () => /stray_connection_errors_total (\\d+)/.exec(await metricsText())[1];
    ${lines}`;
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  child.stdin.end(program);
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  return { code, printed };
}

test('counts rejections about lost connections and errors of forgotten ones, without stopping the process', async () => {
  const { code, printed } = await run(`
    void Promise.reject(lost('57P01'));
    void Promise.reject(new AggregateError([lost('ECONNRESET'), lost('EPIPE')], 'several'));
    void Promise.reject(new Error('Query read timeout'));
    const { EventEmitter } = await import('node:events');
    setImmediate(() => new EventEmitter().emit('error', lost('ECONNRESET')));
    setTimeout(async () => console.log('counted', await counted()), 20);`);
  assert.deepEqual([code, printed], [0, 'counted 4\n']);
});

test('stops the process on any other stray rejection', async () => {
  for (const bug of [
    "new TypeError('a bug')",
    "new AggregateError([lost('EPIPE'), new TypeError('a bug')], 'a bug')",
  ]) {
    const { code, printed } = await run(`
      setTimeout(() => console.log('went on'), 5000);
      void Promise.reject(${bug});`);
    assert.deepEqual([code, printed], [1, 'stopped by a bug\n']);
  }
});
