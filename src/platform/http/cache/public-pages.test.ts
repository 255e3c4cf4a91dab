import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { testWithDatabase } from '../../../../test/app.ts';
import { prefersMarkdown } from '../../../kernel/prefers-markdown.ts';
import { html } from '../../../web/html.ts';
import { plaza } from '../../../social/product.ts';
import { createLayout } from '../../../web/layout.ts';
import { loadAssets } from '../assets/assets.ts';
import { nobody } from '../caller.ts';
import { page, redirect, type Download } from '../endpoint.ts';
import { mountPages, type Site } from '../families/page.ts';
import { openPublicPages } from './public-pages.ts';
import { createServer } from '../server.ts';

const layout = loadAssets().then(createLayout);

/** A site with one page that counts its renderings, and a form that changes something. */
async function open(app: Parameters<typeof mountPages>[1]) {
  let created = 0;
  const base = 'http://plaza.test';
  const site: Site = {
    product: plaza,
    base,
    other: 'http://hop.test',
    layout: await layout,
    identify: () => Promise.resolve(nobody),
    publicPages: openPublicPages(app),
    privatePrefixes: ['/private/'],
  };
  const server = await createServer(app, { site, families: [] });
  mountPages(server, app, site, [
    page({
      method: 'GET',
      path: '/made',
      access: 'anyone',
      cached: true,
      handle: ({ client }) => {
        client.setHeader('x-robots-tag', 'noindex');
        if (prefersMarkdown(client.accept))
          return { type: 'text/markdown', body: `# Made ${(created += 1)}\n` } satisfies Download;
        return { title: 'Made', body: html`<h1>Made ${(created += 1)}</h1>` };
      },
    }),
    page({ method: 'POST', path: '/change', access: 'anyone', handle: () => redirect('/made') }),
    page({ method: 'POST', path: '/private/change', access: 'anyone', handle: () => redirect('/made') }),
  ]);
  const ask = async (headers: Record<string, string> = {}, url = '/made') =>
    server.inject({ method: 'GET', url, headers });
  return { server, ask, made: () => created, change: () => server.inject(form) };
}

const form: InjectOptions = {
  method: 'POST',
  url: '/change',
  headers: { origin: 'http://plaza.test', 'content-type': 'application/x-www-form-urlencoded' },
  payload: '',
};

testWithDatabase(
  'keeps public pages cached after private writes',
  async ({ app }) => {
    const { server, ask, made: created, change } = await open(app);
    try {
      await ask();
      assert.equal((await server.inject({ ...form, url: '/private/change' })).statusCode, 303);
      await ask();
      assert.equal(created(), 1);
      await change();
      await ask();
      assert.equal(created(), 2);
    } finally {
      await server.close();
    }
  },
  { PAGE_CACHE_MIB: '1' },
);

testWithDatabase(
  'renders a public page once until something is written',
  async ({ app }) => {
    const { server, ask, made: created, change } = await open(app);
    const first = await ask();
    const second = await ask({ 'accept-encoding': 'gzip' });
    assert.equal(created(), 1);
    assert.equal(second.headers['content-encoding'], 'gzip');
    assert.equal(second.headers['x-robots-tag'], 'noindex');
    assert.equal(second.headers['content-security-policy'], first.headers['content-security-policy']);
    assert.equal(second.headers.vary, 'Accept, Accept-Encoding, Accept-Language, Cookie');

    const tag = String(first.headers.etag);
    const same = await ask({ 'if-none-match': tag });
    assert.deepEqual([same.statusCode, same.body], [304, '']);
    assert.equal(
      same.headers['content-security-policy'],
      undefined,
      'a 304 has no policy, so the stored one applies',
    );

    for (const headers of [
      { cookie: 'xs=1; c_user=2' },
      { cookie: 'flash=e30' },
      { 'turbo-frame': 'a' },
      { authorization: 'Bearer a' },
    ] as Record<string, string>[])
      await ask(headers);
    assert.equal(created(), 5, 'personal requests are never answered from the cache');
    await ask({ cookie: 'theme=dark' });
    await ask({}, '/made?page=2');
    assert.equal(created(), 7, 'themes and URLs are cached separately');

    await change();
    const third = await ask();
    assert.match(third.body, /Made 8/);
    assert.notEqual(third.headers.etag, tag);
    await server.close();
  },
  { PAGE_CACHE_MIB: '1' },
);

testWithDatabase(
  'never serves one reader’s page to another because of a cookie, header or URL',
  async ({ app }) => {
    const { server, ask, made: created } = await open(app);
    const markdown = await ask({ accept: 'text/markdown' });
    assert.match(markdown.body, /^# Made 1/);
    const planted = [
      { cookie: 'theme=markdown' },
      { cookie: 'theme=' },
      { cookie: 'theme=html%20auto' },
      { cookie: 'theme=auto%20/made%20' },
      { accept: 'text/html;q=1, text/x;markdown' },
      { 'accept-language': 'markdown /made' },
      { host: 'markdown' },
      { 'x-forwarded-host': 'markdown /made' },
    ] as Record<string, string>[];
    for (const headers of planted) assert.match((await ask(headers)).body, /<h1>Made 2<\/h1>/);
    assert.equal(created(), 2, 'all of these requests share one cached page');
    for (const url of ['/made?%20markdown%20/made', '/made?theme=dark', '/made?a=1&b=%0A'])
      assert.match((await ask({}, url)).body, /<h1>/);
    assert.equal(created(), 5, 'queries are cached separately');
    assert.match((await ask({ accept: 'text/markdown' })).body, /^# Made 1/);
    assert.match((await ask({ cookie: 'theme=dark' })).body, /data-theme="dark"/);
    await server.close();
  },
  { PAGE_CACHE_MIB: '1' },
);

testWithDatabase(
  'serves no stale page from other processes after a write',
  async ({ app }) => {
    const here = await open(app);
    const there = await open(app);
    await there.ask();
    await here.change();
    // The purge is broadcast through the database.
    while (there.made() === 1) {
      await there.ask();
      await sleep(5);
    }
    assert.ok(there.made() > 1);
    await Promise.all([here.server.close(), there.server.close()]);
  },
  { PAGE_CACHE_MIB: '1' },
);

testWithDatabase('caches nothing without memory', async ({ app }) => {
  const { server, ask, made: created } = await open(app);
  await ask();
  await ask();
  assert.equal(created(), 2);
  await server.close();
});
