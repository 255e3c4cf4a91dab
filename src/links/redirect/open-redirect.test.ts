import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test, testConfig, testWithDatabase } from '../../../test/app.ts';
import type { TestApp } from '../../../test/app.ts';
import { addLink, observe } from '../../../test/links.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { loadAssets } from '../../platform/http/assets/assets.ts';
import { getStatistics } from '../clicks/statistics/statistics.ts';
import { openRedirect } from './open-redirect.ts';
import { createResponses } from './responses.ts';
import type { Redirect } from './open-redirect.ts';

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

interface Answer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

interface Served {
  redirect: Redirect;
  port: number;
  ask: (path: string, options?: { method?: string; headers?: Record<string, string> }) => Promise<Answer>;
}

/** Runs the redirect behind a real server. Requests it passes on get status 418. */
async function serve(
  app: App,
  context: TestContext,
  environment: Record<string, string> = {},
): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'redirect-'));
  const config = testConfig({ DATA_DIR: folder, ...environment });
  const settled = Object.defineProperty(
    Object.defineProperties({}, Object.getOwnPropertyDescriptors(app)),
    'config',
    { value: config },
  );
  const redirect = await openRedirect(settled as App, createResponses(await loadAssets(), app.config));
  const server = createServer((request, response) => {
    redirect.handle(request, response, (_request, response) => response.writeHead(418).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  context.after(async () => {
    server.closeAllConnections();
    server.close();
    await redirect.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask: Served['ask'] = async (path, { method = 'GET', headers = {} } = {}) => {
    const request = send({
      port,
      path,
      method,
      agent: false,
      headers: { host: 'hop.test', 'user-agent': chrome, ...headers },
    }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let body = '';
    for await (const chunk of response) body += String(chunk);
    return { status: response.statusCode, headers: response.headers, body };
  };
  return { redirect, port, ask };
}

function statisticsOf(app: TestApp, id: string) {
  const now = app.clock.now().getTime();
  return getStatistics(app, id, {
    from: new Date(now - hours(24)),
    to: new Date(now + hours(1)),
    step: 'hour',
  });
}

test('a redirect is not cached and stores nothing in the browser', async (app, context) => {
  await addLink(app, 'abc');
  const { ask } = await serve(app, context);
  for (const path of ['/abc', '/abc/', '/abc?utm=x', '/%61bc']) {
    const { status, headers, body } = await ask(path);
    assert.deepEqual([status, headers.location, body], [302, 'https://example.com/abc', '']);
    assert.equal(headers['cache-control'], 'private, max-age=0, no-store');
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin');
    assert.equal(headers['set-cookie'], undefined);
  }
});

test('links are the same on every host name of the service', async (app, context) => {
  await addLink(app, 'abc');
  const { ask } = await serve(app, context);
  for (const host of ['hop.test', 'HOP.TEST:3001', '127.0.0.1:3001', 'elsewhere.example', '[::1]', 'a b', ''])
    assert.equal((await ask('/abc', { headers: { host } })).status, 302, host);
});

test('the link’s own status is used', async (app, context) => {
  const { ask } = await serve(app, context);
  for (const status of [301, 302, 307, 308]) {
    await addLink(app, `s${status}`, { status });
    assert.equal((await ask(`/s${status}`)).status, status);
  }
});

test('visitors that are not redirected see the reason', async (app, context) => {
  const past = new Date(app.clock.now().getTime() - 1);
  await addLink(app, 'expired', { expires_at: past });
  await addLink(app, 'over', { expires_at: past, expired_url: 'https://example.com/over' });
  await addLink(app, 'off', { disabled_at: past });
  await addLink(app, 'bad', { suspended_at: past });
  await addLink(app, 'gone', { deleted_at: past });
  await addLink(app, 'again', { deleted_at: past });
  await addLink(app, 'again');
  const { ask } = await serve(app, context);
  const rows: [string, number, string][] = [
    ['/nothing', 404, 'Link not found'],
    ['/%zz', 404, 'Link not found'],
    ['/%00', 404, 'Link not found'],
    [`/${'x'.repeat(500)}`, 404, 'Link not found'],
    ['/gone', 410, 'This link was deleted'],
    ['/expired', 410, 'This link has expired'],
    ['/off', 404, 'This link is turned off'],
    ['/bad', 403, 'This link was removed'],
  ];
  for (const [path, status, title] of rows) {
    const answer = await ask(path);
    assert.deepEqual(
      [answer.status, answer.headers['content-type']],
      [status, 'text/html; charset=utf-8'],
      path,
    );
    assert.match(answer.body, new RegExp(`<h1>${title}</h1>`));
    assert.equal(answer.headers['cache-control'], 'private, no-store');
    assert.equal(Number(answer.headers['content-length']), Buffer.byteLength(answer.body));
  }
  assert.equal((await ask('/again')).status, 302);
  const over = await ask('/over');
  assert.deepEqual([over.status, over.headers.location], [302, 'https://example.com/over']);
});

test('errors use the language chosen by the reader, or else the browser’s', async (app, context) => {
  const { ask } = await serve(app, context);
  const german = await ask('/nothing', { headers: { 'accept-language': 'de-AT,en;q=0.5' } });
  assert.equal(german.headers['content-language'], 'de');
  assert.match(german.body, /<html\s+lang="de" dir="ltr"[^]*<h1>Link nicht gefunden<\/h1>/);
  assert.equal(Number(german.headers['content-length']), Buffer.byteLength(german.body));
  const headers = { 'accept-language': 'de', cookie: 'a=b; lang=ar' };
  assert.match((await ask('/nothing', { headers })).body, /<html\s+lang="ar" dir="rtl"/);
  assert.match((await ask('/nothing', { headers: { cookie: 'lang=xx' } })).body, /<html\s+lang="en"/);
});

test('the service’s own paths are passed on', async (app, context) => {
  const { ask } = await serve(app, context);
  for (const path of ['/', '/api', '/api/urls', '/dashboard', '/favicon.ico', '/abc/def', '/.well-known/x'])
    assert.equal((await ask(path)).status, 418, path);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    assert.equal((await ask('/abc', { method })).status, 418);
});

test('HEAD returns the redirect and counts as a bot', async (app, context) => {
  const { id } = await addLink(app, 'abc');
  const { ask, redirect } = await serve(app, context);
  const { status, headers } = await ask('/abc', { method: 'HEAD' });
  assert.deepEqual([status, headers.location], [302, 'https://example.com/abc']);
  assert.equal((await ask('/nothing', { method: 'HEAD' })).status, 404);
  await redirect.flush();
  const { clicks, uniques, bots } = await statisticsOf(app, id);
  assert.deepEqual([clicks, uniques, bots], [0, 0, 1]);
});

test('prefetches, headless browsers and requests without a user agent count as bots', async (app, context) => {
  const { id } = await addLink(app, 'abc', { click_limit: 1 });
  const { ask, redirect } = await serve(app, context);
  const rows: Record<string, string>[] = [
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
    { 'x-purpose': 'preview' },
    { 'user-agent': chrome.replace('Chrome/', 'HeadlessChrome/') },
    { 'user-agent': '' },
  ];
  for (const headers of rows)
    assert.equal((await ask('/abc', { headers })).status, 302, JSON.stringify(headers));
  assert.equal((await ask('/abc')).status, 302);
  assert.equal((await ask('/abc')).status, 410);
  await redirect.flush();
  const { clicks, uniques, bots } = await statisticsOf(app, id);
  assert.deepEqual([clicks, uniques, bots], [1, 1, rows.length]);
});

test('clicks appear in the statistics with country, device and referrer', async (app, context) => {
  const { id } = await addLink(app, 'abc');
  const { ask, redirect } = await serve(app, context, { TRUST_PROXY: '127.0.0.1' });
  const headers = {
    'x-forwarded-for': '193.0.6.139',
    'accept-language': 'nl-NL,nl;q=0.9',
    referer: 'https://www.news.example/today',
  };
  await ask('/abc', { headers });
  await ask('/abc', { headers });
  await ask('/abc', { headers: { ...headers, 'x-forwarded-for': '8.8.8.8' } });
  await ask('/abc', {
    headers: { ...headers, 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
  });
  await redirect.flush();
  const found = await statisticsOf(app, id);
  assert.deepEqual([found.clicks, found.uniques, found.bots], [3, 2, 1]);
  assert.deepEqual(found.countries, [
    { value: 'NL', clicks: 2, uniques: 1 },
    { value: 'US', clicks: 1, uniques: 1 },
  ]);
  for (const [tallies, value] of [
    [found.browsers, 'Chrome'],
    [found.systems, 'Linux'],
    [found.devices, 'desktop'],
    [found.languages, 'nl'],
    [found.referrers, 'news.example'],
  ] as const)
    assert.deepEqual(tallies, [{ value, clicks: 3, uniques: 2 }]);
});

test('forwarded addresses of untrusted proxies are ignored', async (app, context) => {
  const { id } = await addLink(app, 'abc');
  const { ask, redirect } = await serve(app, context);
  await ask('/abc', { headers: { 'x-forwarded-for': '193.0.6.139' } });
  await redirect.flush();
  assert.deepEqual((await statisticsOf(app, id)).countries, [{ value: '', clicks: 1, uniques: 1 }]);
});

test('no IP address of a visitor is stored, on disk or in the database', async (app, context) => {
  await addLink(app, 'abc');
  const { ask, redirect } = await serve(app, context, { TRUST_PROXY: '127.0.0.1' });
  await ask('/abc', { headers: { 'x-forwarded-for': '193.0.6.139' } });
  await redirect.flush();
  const rows = await app.db.selectFrom('links.click').selectAll().execute();
  assert.equal(rows.length, 1);
  assert.ok(!JSON.stringify(rows).includes('193.0.6'));
});

test('pipelined requests are answered in order', async (app, context) => {
  const { id } = await addLink(app, 'abc');
  const { port, redirect } = await serve(app, context);
  const socket = connect(port, '127.0.0.1');
  const paths = ['/abc', '/nothing', '/abc', '/unknown', '/abc'];
  socket.write(
    paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: hop.test\r\nUser-Agent: ${chrome}\r\n\r\n`).join(''),
  );
  let text = '';
  while (text.split('HTTP/1.1 ').length <= paths.length) text += String((await once(socket, 'data'))[0]);
  socket.destroy();
  assert.deepEqual(
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ['302', '404', '302', '404', '302'],
  );
  await redirect.flush();
  assert.equal((await statisticsOf(app, id)).clicks, 3);
});

testWithDatabase(
  'without a database, cached links work, their clicks are queued, and unknown links get a retry response',
  async ({ app }, context) => {
    const { id } = await addLink(app, 'abc');
    const { observed, state } = observe(app);
    const { ask, redirect } = await serve(observed, context);
    assert.equal((await ask('/abc')).status, 302);

    state.isAway = true;
    assert.equal((await ask('/abc')).status, 302);
    const unknown = await ask('/unknown');
    assert.deepEqual([unknown.status, unknown.headers['retry-after']], [503, '2']);
    await assert.rejects(redirect.flush());

    state.isAway = false;
    await redirect.flush();
    assert.equal((await statisticsOf(app, id)).clicks, 2);
    assert.equal((await ask('/unknown')).status, 404);
  },
);
