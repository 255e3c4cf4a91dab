import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestApp } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import type { Viewer } from '../../platform/app.ts';
import { getLink } from '../link/link.ts';
import { addLink } from './add-links.ts';
import { storeTitles } from './jobs.ts';

const pages: Readonly<Record<string, [type: string, body: string | Buffer, status?: number]>> = {
  '/plain': ['text/html; charset=utf-8', '<title>Fish &amp; chips</title>'],
  '/latin': ['text/html; charset=iso-8859-1', Buffer.from('<title>Café</title>', 'latin1')],
  '/meta': ['text/html', Buffer.from('<meta charset="windows-1252"><title>Café</title>', 'latin1')],
  '/odd': ['text/html; charset=no-such-thing', '<title>Odd</title>'],
  '/text': ['text/plain', '<title>No page</title>'],
  '/error': ['text/html', '<title>Not found</title>', 404],
};

async function openSite() {
  const server = createServer((request, response) => {
    const [type, body, status = 200] = pages[request.url ?? ''] ?? ['text/plain', '', 404];
    response.writeHead(status, { 'content-type': type }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Adds a link to the test site. Owners cannot do this, because local addresses are rejected. */
async function addLinkTo(app: TestApp, owner: Viewer, url: string): Promise<string> {
  const { id } = await addLink(app, owner, { url: 'https://example.com/' });
  await app.db.updateTable('links.link').set({ url, title: '127.0.0.1' }).where('id', '=', id).execute();
  return id;
}

test('fetches titles from all kinds of pages, and tolerates pages without one', async (app) => {
  const ada = await addPerson(app, 'ada');
  const site = await openSite();
  try {
    const rows = [
      ['/plain', 'Fish & chips'],
      ['/latin', 'Café'],
      ['/meta', 'Café'],
      ['/odd', 'Odd'],
      ['/text', '127.0.0.1'],
      ['/error', '127.0.0.1'],
      ['/plain?again', '127.0.0.1'],
      ['/plain', 'Fish & chips'],
      ['/odd', 'Odd'],
    ] as const;
    const links = [];
    for (const [path, title] of rows)
      links.push({ path, title, id: await addLinkTo(app, ada, `${site.base}${path}`) });
    await storeTitles(app);
    for (const { path, title, id } of links) assert.equal((await getLink(app, ada, id)).title, title, path);
  } finally {
    site.close();
  }
});

test('does not replace a title set by the owner', async (app) => {
  const ada = await addPerson(app, 'ada');
  const site = await openSite();
  try {
    const { id } = await addLink(app, ada, { url: 'https://example.com/', title: 'Mine' });
    await app.db
      .updateTable('links.link')
      .set({ url: `${site.base}/plain` })
      .where('id', '=', id)
      .execute();
    await storeTitles(app);
    assert.equal((await getLink(app, ada, id)).title, 'Mine');
  } finally {
    site.close();
  }
});

test('an unreachable link gets the site name as title', async (app) => {
  const ada = await addPerson(app, 'ada');
  const site = await openSite();
  site.close();
  const id = await addLinkTo(app, ada, `${site.base}/plain`);
  await storeTitles(app);
  await storeTitles(app);
  assert.equal((await getLink(app, ada, id)).title, '127.0.0.1');
});
