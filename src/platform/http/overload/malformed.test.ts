import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { startServices, type Services } from '../../../../test/services.ts';

let services: Services;
before(async () => {
  services = await startServices({});
});
after(() => services.stop());

/** Sends bytes and returns the status and body of the response. */
async function send(base: string, bytes: string) {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.end(Buffer.from(bytes, 'latin1'));
  const [head = '', body = ''] = (await text(socket)).split(/\r\n\r\n(.*)/s);
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]), head, body };
}

const long = 'a'.repeat(40_000);
const rows: [string, string, number][] = [
  ['no request line', 'GARBAGE\r\n\r\n', 400],
  ['a TLS handshake', '\x16\x03\x01\x00\xa5\x01\x00', 400],
  ['a bad method', 'G@T /api/urls HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['an unknown method', 'FOO /api/urls HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a space in the path', 'GET /api/ur ls HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['letters outside of ASCII', 'GET /api/\xfc HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['an unknown version', 'GET /api/urls HTTP/9.9\r\nHost: x\r\n\r\n', 400],
  ['a header without a colon', 'GET /api/urls HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n', 400],
  ['a NUL in a header', 'GET /api/urls HTTP/1.1\r\nHost: x\r\nX-A: a\x00b\r\n\r\n', 400],
  ['a header that is too long', `GET /api/urls HTTP/1.1\r\nHost: x\r\nX-A: ${long}\r\n\r\n`, 431],
  ['an address that is too long', `GET /api/urls?${long} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['a bad length', 'POST /api/url/add HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n', 400],
  [
    'two lengths',
    'POST /api/a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
    400,
  ],
  ['a bad chunk', 'POST /api/url/add HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
  ['no host', 'GET /api/urls HTTP/1.1\r\n\r\n', 400],
  ['two hosts', 'GET /api/urls HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['a host with a space', 'GET /api/urls HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['a host that is none', 'GET /api/urls HTTP/1.1\r\nHost: [::bad/\\\r\n\r\n', 400],
  [
    'an unknown expectation',
    'POST /api/url/add HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 2\r\n\r\n{}',
    417,
  ],
  ['a request to a proxy', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n', 405],
];

for (const service of ['plaza', 'hop'] as const)
  for (const [title, bytes, status] of rows)
    test(`${service}: ${title} gets ${status} in the format of the API`, async () => {
      const sent = service === 'hop' ? bytes : bytes.replace(/ \/api\//, ' /apis/php/');
      const answer = await send(services[service], sent);
      assert.equal(answer.status, status);
      assert.match(answer.head, /content-type: application\/json; charset=utf-8/i);
      assert.match(answer.head, /x-content-type-options: nosniff/i);
      assert.match(answer.head, /content-security-policy: default-src 'none'/i);
      const { message, timestamp, ...rest } = JSON.parse(answer.body) as Record<string, unknown>;
      assert.ok(typeof message === 'string' && message !== '');
      assert.deepEqual(rest, service === 'hop' ? { error: 1 } : { status: 'error' });
      assert.equal(typeof timestamp, service === 'hop' ? 'undefined' : 'string');
    });

for (const host of [
  'x',
  'x:3001',
  'a_b.example:80',
  '[::1]',
  '[::1]:3001',
  'xn--bcher-kva.example',
  '127.0.0.1',
])
  test(`a request to ${host} is answered`, async () => {
    const answer = await send(services.hop, `GET /api/urls HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    assert.equal(answer.status, 401);
  });

for (const service of ['plaza', 'hop'] as const)
  for (const path of ['/', '/any-alias', '/about', '/healthz', '/socket.io/?EIO=4&transport=polling'])
    for (const second of ['b', 'x'])
      test(`${service}: ${path} is not answered to the hosts x and ${second}`, async () => {
        const bytes = `GET ${path} HTTP/1.1\r\nHost: x\r\nhOST: ${second}\r\n\r\n`;
        assert.equal((await send(services[service], bytes)).status, 400);
      });

test('ends a request whose body comes in thousands of tiny chunks', async () => {
  const inChunks = (size: number, count: number) =>
    send(
      services.plaza,
      `POST /signin HTTP/1.1\r\nHost: ${new URL(services.plaza).host}\r\nConnection: close\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n' +
        `${size.toString(16)}\r\n${'a'.repeat(size)}\r\n`.repeat(count) +
        '0\r\n\r\n',
    );
  assert.equal((await inChunks(1, 1500)).status, 422);
  assert.equal((await inChunks(50, 4000)).status, 422);
  assert.equal((await inChunks(1, 100_000)).status, 413);
});
