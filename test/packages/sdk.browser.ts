// The package in a page of another site: as ES modules without a bundler, by an import map.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openContext } from '../chromium/browser.ts';
import { startServices, type Services } from '../services.ts';
import { expected } from './calls.mjs';
import { addCaller } from './caller.ts';
import { installPackage } from './install-package.ts';

const page = `<!doctype html><title>A page of a builder</title>
<script type="importmap">{ "imports": { "@plaza/sdk": "/node_modules/@plaza/sdk/dist/index.js" } }</script>`;

describe('the package in a page', () => {
  let services: Services;
  let site: Server;
  let installed: Awaited<ReturnType<typeof installPackage>>;
  before(async () => {
    services = await startServices();
    installed = await installPackage('sdk');
    site = createServer(({ url = '/' }, response) => {
      const isPage = url === '/';
      const file =
        url === '/calls.mjs' ? join(import.meta.dirname, 'calls.mjs') : join(installed.folder, url);
      const served = isPage ? Promise.resolve(page) : readFile(file, 'utf8');
      served.then(
        (text) =>
          response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'text/javascript' }).end(text),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  });
  after(async () => {
    site.close();
    site.closeAllConnections();
    await installed.remove();
    await services.stop();
  });

  it('calls both services from another site', async () => {
    const context = await openContext();
    const tab = await context.newPage();
    await tab.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const caller = { ...(await addCaller(services)), name: 'chromium' };
    const answered = await tab.evaluate(async (caller) => {
      const load = (name: string): Promise<Record<string, unknown>> => import(name);
      const { callBoth } = (await load('/calls.mjs')) as {
        callBoth: (sdk: object, given: object) => Promise<object>;
      };
      return callBoth(await load('@plaza/sdk'), caller);
    }, caller);
    assert.deepEqual(answered, expected('chromium'));
    await context.close();
  });
});
