import assert from 'node:assert/strict';
import { request } from 'node:http';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { testWithDatabase } from '../../../../test/app.ts';
import { html } from '../../../web/html.ts';
import { createLayout } from '../../../web/layout.ts';
import { plaza } from '../../../social/product.ts';
import { loadAssets } from '../assets/assets.ts';
import { nobody } from '../caller.ts';
import { page, redirect } from '../endpoint.ts';
import { mountPages, type Site } from '../families/page.ts';
import { openPublicPages } from './public-pages.ts';
import { createServer } from '../server.ts';

const layout = loadAssets().then(createLayout);

/** A page that shows how often it was rendered, on a real port. */
async function open(app: Parameters<typeof mountPages>[1], context: TestContext) {
  let created = 0;
  const site: Site = {
    product: plaza,
    base: 'http://plaza.test',
    other: 'http://hop.test',
    layout: await layout,
    identify: () => Promise.resolve(nobody),
    publicPages: openPublicPages(app),
  };
  const server = await createServer(app, { site, families: [] });
  mountPages(server, app, site, [
    page({
      method: 'GET',
      path: '/made',
      access: 'anyone',
      cached: true,
      handle: () => ({ title: 'Made', body: html`<h1>Made ${(created += 1)}</h1>` }),
    }),
    page({ method: 'POST', path: '/change', access: 'anyone', handle: () => redirect('/made') }),
  ]);
  await server.listen({ host: '127.0.0.1', port: 0 });
  context.after(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const ask = async (headers: Record<string, string> = {}, method = 'GET', path = '/made') => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }).end();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject);
    });
    const chunks = (await answer.toArray()) as Buffer[];
    return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) };
  };
  return ask;
}

/** Headers that are specific to one request. */
const ofRequest = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const shared = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofRequest.includes(name))
      .toSorted(),
  );

testWithDatabase(
  'serves readers without cookies the same response as Fastify',
  async ({ app }, context) => {
    const ask = await open(app, context);
    // An unknown cookie leaves the request to Fastify.
    const slow = await ask({ cookie: 'other=1' });
    const early = await ask();
    assert.deepEqual([early.status, early.bytes], [200, slow.bytes]);
    assert.deepEqual(shared(early.headers), shared(slow.headers));
    for (const name of ofRequest) assert.ok(early.headers[name], name);

    const zipped = await ask({ 'accept-encoding': 'gzip, br' });
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    assert.deepEqual(gunzipSync(zipped.bytes), slow.bytes);
    assert.deepEqual(
      shared(zipped.headers),
      shared((await ask({ 'accept-encoding': 'gzip', cookie: 'other=1' })).headers),
    );
    const browser = await ask({ 'accept-encoding': 'gzip, deflate, br, zstd' });
    assert.equal(browser.headers['content-encoding'], 'zstd');
    assert.deepEqual(zstdDecompressSync(browser.bytes), slow.bytes);
    assert.deepEqual(
      shared(browser.headers),
      shared((await ask({ 'accept-encoding': 'gzip, deflate, br, zstd', cookie: 'other=1' })).headers),
    );
    assert.equal((await ask({ 'accept-encoding': 'gzip;q=0' })).headers['content-encoding'], undefined);

    const tag = String(early.headers.etag);
    for (const cookie of ['theme=auto', 'other=1']) {
      const known = await ask({ 'if-none-match': tag, cookie });
      assert.deepEqual([known.status, known.bytes.length], [304, 0], cookie);
      assert.deepEqual(
        [known.headers['content-security-policy'], known.headers['content-type']],
        [undefined, undefined],
      );
    }
    const head = await ask({}, 'HEAD');
    assert.deepEqual(
      [head.status, head.bytes.length, head.headers['content-length']],
      [200, 0, String(slow.bytes.length)],
    );
    assert.match(
      String((await ask({ 'x-request-id': 'from-a-proxy' })).headers['x-request-id']),
      /^from-a-proxy$/,
    );

    assert.match(String((await ask({ cookie: 'xs=a; c_user=1' })).bytes), /Made 2/);
    assert.match(String((await ask({ cookie: 'theme=dark' })).bytes), /data-theme="dark"[^]*Made 3/);
    await ask(
      { origin: 'http://plaza.test', 'content-type': 'application/x-www-form-urlencoded' },
      'POST',
      '/change',
    );
    assert.match(String((await ask()).bytes), /Made 4/);
  },
  { PAGE_CACHE_MIB: '1' },
);

testWithDatabase(
  'rate limits clients in cached responses too',
  async ({ app }, context) => {
    const ask = await open(app, context);
    for (const status of [200, 200, 200, 429, 429]) assert.equal((await ask()).status, status);
  },
  { PAGE_CACHE_MIB: '1', PAGE_LIMIT: '3', RATE_LIMITS: 'true' },
);
