import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Problem } from '../kernel/problem.ts';
import { openOutbound } from './outbound.ts';

const plazaUrl = 'http://plaza.example';
const guarded = openOutbound({ OUTBOUND_ALLOW: '', plazaUrl });
const local = openOutbound({ OUTBOUND_ALLOW: '127.0.0.1/32', plazaUrl });

/** Starts a real server on a loopback address. Returns its origin. */
async function serve(t: TestContext, answer: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(answer).listen(0, host);
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

const problem = (code: string) => (error: unknown) => {
  assert.ok(error instanceof Problem, String(error));
  assert.equal(error.code, code, error.message);
  return true;
};

const refusedUrls = [
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://0x7f.1/',
  'http://0x7f000001/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://0.0.0.0/',
  'http://0/',
  'http://10.1.2.3/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[fd00:ec2::254]/',
  'http://localhost/',
  'http://①②⑦.⓪.⓪.①/',
  'http://1.1.1.1:22/',
  'https://user:password@1.1.1.1/',
  'ftp://1.1.1.1/',
  'file:///etc/passwd',
  'gopher://1.1.1.1/',
  'data:text/plain,hi',
  '//1.1.1.1/',
  'not an address',
  "http://a''''.example/",
  `http://${'a'.repeat(64)}.example/`,
  '',
  `http://1.1.1.1/${'a'.repeat(9000)}`,
];
for (const url of refusedUrls)
  test(`rejects ${url.slice(0, 60)}`, () => assert.rejects(guarded.fetch(url), problem('address_refused')));

for (const name of ['localhost.', 'a.localhost'])
  test(`rejects the host ${name}`, () => assert.rejects(guarded.fetch(`http://${name}/`), Problem));

test('reads status, headers and an uncompressed body', async (t) => {
  const text = 'ä'.repeat(5000);
  const origin = await serve(t, (request, response) => {
    const packed = request.url === '/br' ? brotliCompressSync(text) : gzipSync(text);
    response.writeHead(418, {
      'content-encoding': request.url === '/br' ? 'br' : 'gzip',
      'x-agent': request.headers['user-agent'],
    });
    response.end(packed);
  });
  for (const path of ['/gzip?a=1', '/br']) {
    const answer = await local.fetch(origin + path);
    assert.equal(answer.status, 418);
    assert.equal(answer.text(), text);
    assert.equal(answer.headers['x-agent'], 'Plaza (+http://plaza.example)');
    assert.ok(answer.received < 1000);
    const hops = answer.hops.map(({ url, status, address }) => ({ url, status, address }));
    assert.deepEqual(hops, [{ url: origin + path, status: 418, address: '127.0.0.1' }]);
    assert.throws(() => answer.json(), problem('not_json'));
  }
  assert.equal((await local.fetch(`${origin}/`, { method: 'HEAD' })).body.length, 0);
});

test('sends a body and headers', async (t) => {
  const origin = await serve(t, (request, response) => {
    request.on('data', (body: Buffer) => {
      const { method, headers } = request;
      response.end(JSON.stringify({ method, type: headers['content-type'], body: body.toString() }));
    });
  });
  const sent = { method: 'POST', body: '{"a":1}', headers: { 'Content-Type': 'application/json' } } as const;
  assert.deepEqual((await local.fetch(origin, sent)).json(), {
    method: 'POST',
    type: 'application/json',
    body: '{"a":1}',
  });
  await assert.rejects(
    local.fetch(origin, { headers: { 'x-a': 'b\r\nx-c: d' } }),
    (error) => (error as Problem).kind === 'invalid',
  );
});

test('rejects a redirect to a private address', async (t) => {
  const inner = await serve(t, (_request, response) => response.end('secret'), '127.0.0.2');
  const origin = await serve(t, (_request, response) => response.writeHead(302, { location: inner }).end());
  await assert.rejects(local.fetch(origin), problem('address_refused'));
  await assert.rejects(local.fetch(`${origin}/`, { hops: 1 }), problem('address_refused'));
});

test('changes POST to GET on redirects except 307, and sends credentials only to their origin', async (t) => {
  const seen: string[] = [];
  const target = await serve(t, (request, response) => {
    seen.push(
      `${request.method} ${request.headers.authorization ?? '-'} ${String(request.headers['x-other'])}`,
    );
    response.end();
  });
  const origin = await serve(t, (request, response) => {
    response.writeHead(Number(request.url?.slice(1, 4)), { location: `${target}/end` }).end();
  });
  const sent = {
    method: 'POST',
    body: 'x',
    headers: { Authorization: 'Bearer abc', 'X-Other': 'y' },
  } as const;
  const first = await local.fetch(`${origin}/302`, sent);
  await local.fetch(`${origin}/307`, sent);
  assert.deepEqual(seen, ['GET - y', 'POST - y']);
  assert.deepEqual(
    first.hops.map(({ status }) => status),
    [302, 200],
  );
  assert.equal(first.url, `${target}/end`);
  const unfollowed = await local.fetch(`${origin}/301`, { hops: 0 });
  assert.equal(unfollowed.status, 301);
  assert.equal(unfollowed.headers.location, `${target}/end`);
});

test('follows five redirects, and rejects a sixth or a bad location', async (t) => {
  const origin = await serve(t, (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 99) response.writeHead(302, { location: 'javascript:alert(1)' }).end();
    else if (left === 0) response.end('there');
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  assert.equal((await local.fetch(`${origin}/5`)).text(), 'there');
  await assert.rejects(local.fetch(`${origin}/6`), problem('redirects'));
  await assert.rejects(local.fetch(`${origin}/99`), problem('address_refused'));
});

test('rejects or truncates a long body, even if it is compressed', async (t) => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
  const origin = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(bomb);
  });
  await assert.rejects(local.fetch(origin, { max: 1000 }), problem('answer_too_large'));
  const cut = await local.fetch(origin, { max: 1000, longer: 'cut' });
  assert.equal(cut.body.length, 1000);
  assert.ok(cut.cut);
});

test('reports silent, slow, disconnecting and unreachable servers as a Problem', async (t) => {
  const origin = await serve(t, (request, response) => {
    if (request.url === '/silent') return;
    if (request.url === '/cut') return void request.socket.destroy();
    if (request.url === '/half') {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half', () => request.socket.destroy());
      return;
    }
    response.write('a');
  });
  for (const keepAlive of [true, false])
    await assert.rejects(local.fetch(`${origin}/silent`, { within: 50, keepAlive }), problem('timeout'));
  await assert.rejects(local.fetch(`${origin}/trickle`, { within: 50 }), problem('timeout'));
  await assert.rejects(local.fetch(`${origin}/cut`), problem('unreachable'));
  await assert.rejects(local.fetch(`${origin}/half`), problem('unreachable'));
  await assert.rejects(local.fetch('http://127.0.0.1:1/'), problem('unreachable'));
  await assert.rejects(local.fetch('http://no-such-name.invalid/'), (error) => error instanceof Problem);
});

test('rejects an untrusted certificate', async (t) => {
  const server = createTlsServer(selfSigned, (_request, response) => response.end('hi')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  await assert.rejects(local.fetch(`https://127.0.0.1:${port}/`), problem('certificate'));
});

test('resolves a name once and connects to the checked address', async (t) => {
  const origin = await serve(t, (request, response) => response.end(request.headers.host));
  const { port } = new URL(origin);
  let asked = 0;
  const turning = openOutbound({ OUTBOUND_ALLOW: '127.0.0.1/32', plazaUrl }, () =>
    Promise.resolve([{ address: (asked += 1) === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]),
  );
  const answer = await turning.fetch(`http://rebind.example:${port}/`);
  assert.equal(answer.text(), `rebind.example:${port}`);
  assert.equal(answer.hops[0]?.address, '127.0.0.1');
  assert.equal(asked, 1);
  await assert.rejects(turning.fetch(`http://rebind.example:${port}/`), problem('address_refused'));
});

test('reuses a kept-alive connection, and opens new ones only to a checked address', async (t) => {
  const ports = new Set<number>();
  const origin = await serve(t, (request, response) => {
    ports.add(request.socket.remotePort ?? 0);
    if (request.url === '/close') response.setHeader('connection', 'close');
    response.end('hi');
  });
  let asked = 0;
  const turning = openOutbound({ OUTBOUND_ALLOW: '127.0.0.1/32', plazaUrl }, () =>
    Promise.resolve([{ address: (asked += 1) === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]),
  );
  const url = `http://rebind.example:${new URL(origin).port}`;
  for (const path of ['/', '/again', '/close']) {
    const answer = await turning.fetch(url + path, { keepAlive: true });
    assert.deepEqual([answer.text(), answer.hops[0]?.address], ['hi', '127.0.0.1']);
    // A connection is free a turn after its response.
    await nextTurn();
  }
  assert.deepEqual([ports.size, asked], [1, 1]);
  await assert.rejects(turning.fetch(url, { keepAlive: true }), problem('address_refused'));
  await assert.rejects(guarded.fetch(origin, { keepAlive: true }), problem('address_refused'));
  await local.fetch(origin);
  await local.fetch(origin);
  assert.equal(ports.size, 3);
});

test('reports a slow DNS lookup as a Problem', async () => {
  const slow = openOutbound({ OUTBOUND_ALLOW: '', plazaUrl }, () => new Promise(() => undefined));
  for (const keepAlive of [true, false])
    await assert.rejects(slow.fetch('http://slow.example/', { within: 50, keepAlive }), problem('timeout'));
});

test('rejects a name with a private address among public ones', async () => {
  const mixed = openOutbound({ OUTBOUND_ALLOW: '', plazaUrl }, () =>
    Promise.resolve([
      { address: '93.184.215.14', family: 4 },
      { address: '::1', family: 6 },
    ]),
  );
  await assert.rejects(mixed.fetch('http://mixed.example/'), problem('address_refused'));
  await assert.rejects(mixed.lookup('mixed.example'), problem('address_refused'));
});

test('looks up hosts only', async () => {
  assert.deepEqual(await local.lookup('127.0.0.1'), [{ address: '127.0.0.1', family: 4 }]);
  assert.deepEqual(await guarded.lookup('2606:4700::1111'), [{ address: '2606:4700::1111', family: 6 }]);
  for (const host of ['0x7f.1', '::1', '[::1]', 'a/b', 'a:80', 'a@b', 'a?b', 'a b', ''])
    await assert.rejects(guarded.lookup(host), problem('address_refused'), host);
});

/** A certificate for this test only. */
const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvnL6SI7Bz3fZyQZy
c1swwuNhEHH9Q61QNg/Kwc1Zk/WhRANCAAQgKiZQopGSAcTVdKjx84x2/8ZmkcDc
qKKdkngtcoezEgzmg8dd6Md/ArpCAvy+S6Y3DHcadCyIyIHKnqrydwcD
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUB00ub+A1asm+JcqQyZHW2Bgl8jAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5MjQzMloYDzIxMjYxMDI4
MDkyNDMyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQgKiZQopGSAcTVdKjx84x2/8ZmkcDcqKKdkngtcoezEgzmg8dd6Md/
ArpCAvy+S6Y3DHcadCyIyIHKnqrydwcDo1MwUTAdBgNVHQ4EFgQU+Zy78o6WoiAr
MiQniA21dlCjCKYwHwYDVR0jBBgwFoAU+Zy78o6WoiArMiQniA21dlCjCKYwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAqGBqHQJ6sXi2XPvrF/69
p94rPA4GPiaXfX36FUVHZtUCIQD7QAddyDNodI4zkQdVtklK9miox4yM8m36NXxc
360lnw==
-----END CERTIFICATE-----`,
};
