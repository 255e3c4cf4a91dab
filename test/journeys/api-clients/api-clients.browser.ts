import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createPublicClient } from '../../../src/identity/api-clients/api-clients.ts';
import { openContext } from '../../chromium/browser.ts';
import { freePorts } from '../../free-ports.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { joinAndPost } from './api-client-journey.ts';
import type { Ask } from './api-client-journey.ts';

describe('Plaza’s API is used by a page of another origin', () => {
  let services: Services;
  let site: Server;
  let port: number;
  let apiKey: string;
  before(async () => {
    services = await startServices();
    [port = 0] = await freePorts(1);
    site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Elsewhere</title>');
    }).listen(port);
    const access = { origins: [own()], appIds: [], forwardsAddresses: false };
    ({ apiKey } = await createPublicClient(services.app, 'Single page', undefined, access));
  });
  after(async () => {
    site.close();
    await services.stop();
  });

  /** The same site as Plaza, so that cookies are sent, and another site. */
  const own = () => `http://localhost:${port}`;
  const foreign = () => `http://127.0.0.1:${port}`;

  async function withPage(origin: string, work: (page: Page) => Promise<void>) {
    const context = await openContext();
    const page = await context.newPage();
    await page.goto(origin);
    await work(page);
    await context.close();
  }

  /** Calls from the page's script. Returns status 0 if the browser does not let it read the response. */
  const askFrom =
    (page: Page, key: string | undefined, credentials: 'omit' | 'include' = 'omit', more = {}): Ask =>
    (method, path, { token, body } = {}) =>
      page.evaluate(
        async ({ url, method, headers, credentials, body }) => {
          const answer = await fetch(url, { method, headers, credentials, body }).catch(() => undefined);
          return { status: answer?.status ?? 0, body: answer && ((await answer.json()) as never) } as never;
        },
        {
          url: `${services.plaza}/apis/php${path}`,
          method,
          credentials,
          headers: {
            ...(key !== undefined && { 'x-api-key': key }),
            ...(token !== undefined && { 'x-auth-token': token }),
            ...(body && { 'content-type': 'application/json' }),
            ...more,
          },
          body: body ? JSON.stringify(body) : null,
        },
      );

  it('with a public key and a token', () =>
    withPage(own(), (page) => joinAndPost(askFrom(page, apiKey), 'single')));

  it('with the session’s cookies and the key, and not without the key', () =>
    withPage(own(), async (page) => {
      const body = { username_email: 'single', password: 'a long and quiet sentence' };
      const ask = askFrom(page, apiKey, 'include', { 'x-requested-with': 'XMLHttpRequest' });
      assert.equal((await ask('POST', '/auth/signin', { body })).status, 200);
      assert.equal((await ask('GET', '/data/load?get=newsfeed')).status, 200);
      const keyless = askFrom(page, undefined, 'include', { 'x-requested-with': 'XMLHttpRequest' });
      assert.equal((await keyless('GET', '/data/load?get=newsfeed')).status, 0);
    }));

  it('which is refused when the app does not list its origin', () =>
    withPage(foreign(), async (page) => {
      assert.equal((await askFrom(page, apiKey)('GET', '/ping')).status, 403);
      assert.equal((await askFrom(page, apiKey, 'include')('GET', '/ping')).status, 0);
      // Endpoints without a key are open to all origins, without cookies.
      assert.equal((await askFrom(page, undefined)('GET', '/ping')).status, 200);
    }));
});
