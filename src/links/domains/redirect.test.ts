import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { request } from 'undici';
import type { AddressInfo } from 'node:net';
import { testWithDatabase } from '../../../test/app.ts';
import { fakeDns } from '../../../test/peers/pretend-dns.ts';
import { addPerson } from '../../../test/world.ts';
import { loadAssets } from '../../platform/http/assets/assets.ts';
import { addLink } from '../shorten/add-links.ts';
import { updateLink } from '../shorten/change-links.ts';
import { openRedirect } from '../redirect/open-redirect.ts';
import { createResponses } from '../redirect/responses.ts';
import { addDomain, deleteDomain, updateDomain } from './domains.ts';
import { eventually } from '../../../test/peers/eventually.ts';

const here = '203.0.114.7';
const url = 'https://example.com/page';

testWithDatabase('a domain has its own links as soon as it is added', async ({ app }, context) => {
  fakeDns(app, { addresses: { 'hop.test': [here], 'brand.to': [here] }, texts: {} });
  const redirect = await openRedirect(app, createResponses(await loadAssets(), app.config));
  const server = createServer((request, response) => {
    redirect.handle(request, response, (_request, response) => response.writeHead(418).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  context.after(async () => {
    server.closeAllConnections();
    server.close();
    await redirect.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, host = 'brand.to') => {
    const answer = await request(`http://127.0.0.1:${port}${path}`, { headers: { host } });
    await answer.body.dump();
    return [answer.statusCode, answer.headers.location];
  };
  /** Waits until the change has been broadcast. */
  const becomes = async (path: string, expected: unknown[]) => {
    const last = await eventually(
      () => ask(path),
      (answer) => String(answer) === String(expected),
    );
    assert.deepEqual(last, expected, path);
  };

  const ada = await addPerson(app, 'ada');
  await addLink(app, ada, { url: 'https://example.com/own', alias: 'spring' });
  assert.deepEqual(await ask('/spring'), [302, 'https://example.com/own']);
  assert.deepEqual(await ask('/'), [418, undefined]);

  const id = await addDomain(app, ada, { domain: 'brand.to' });
  await becomes('/', [404, undefined]);
  const link = await addLink(app, ada, { url, alias: 'spring', domain: 'https://brand.to' });
  assert.equal(link.domain, 'https://brand.to');
  await becomes('/spring', [302, url]);
  assert.deepEqual(await ask('/spring', 'hop.test'), [302, 'https://example.com/own']);

  await updateDomain(app, ada, id, {
    redirectroot: 'https://example.com',
    redirect404: 'https://example.com/404',
  });
  await becomes('/', [302, 'https://example.com']);
  for (const path of ['/nothing', '/dashboard', '/api/account', '/a/b', '/%zz', '/humans.txt'])
    assert.deepEqual(await ask(path), [302, 'https://example.com/404'], path);
  for (const path of ['/assets/x.css', '/favicon.ico']) assert.equal((await ask(path))[0], 418);
  assert.deepEqual(await ask('/nothing', 'hop.test'), [404, undefined]);

  await assert.rejects(deleteDomain(app, ada, id), /One link uses brand\.to/);
  await updateLink(app, ada, link.id, { url, alias: 'summer', domain: 'hop.test' });
  await becomes('/spring', [302, 'https://example.com/404']);
  assert.deepEqual(await ask('/summer', 'hop.test'), [302, url]);
  await deleteDomain(app, ada, id);
  await becomes('/', [418, undefined]);
});

testWithDatabase('rejects links on a domain of another account', async ({ app }) => {
  fakeDns(app, { addresses: { 'hop.test': [here], 'brand.to': [here] }, texts: {} });
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  await addDomain(app, ada, { domain: 'brand.to' });
  await assert.rejects(addLink(app, bob, { url, domain: 'brand.to' }), { kind: 'invalid', field: 'domain' });
  const link = await addLink(app, ada, { url, domain: 'BRAND.to' });
  assert.match(link.alias, /^\w{5}$/);
  await assert.rejects(addLink(app, ada, { url, alias: link.alias, domain: 'brand.to' }), {
    kind: 'conflict',
  });
});
