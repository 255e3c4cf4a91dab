// A page that arrives in two halves, split after the first button, as on a slow network or a busy machine.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startSession } from '../../../src/identity/sessions/sessions.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { openContext } from '../../chromium/browser.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { createWorld } from '../../world.ts';
import { shiftIn } from '../check-page.ts';

describe('the second half of a page', () => {
  let services: Services;
  let cookie: string;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    const { app } = services;
    const { olga, ada, bob } = await createWorld(app);
    await connect(app, ada, 'follow', bob.id);
    const xs = await startSession(app, olga.id, { createdVia: 'page', userAgent: '', address: '' });
    cookie = `c_user=${olga.id}; xs=${xs}`;
  });
  after(() => services.stop());

  /** Starts a proxy that sends the second half of a document after the first is painted. */
  async function openHalves() {
    let sendRest: (() => void) | undefined;
    const server = createServer((request, response) => {
      void fetch(services.plaza + (request.url ?? ''), { headers: { cookie } }).then(async (answer) => {
        const body = Buffer.from(await answer.arrayBuffer());
        const type = answer.headers.get('content-type') ?? '';
        response.writeHead(answer.status, { 'content-type': type });
        const cut = type.startsWith('text/html') ? body.indexOf('</form>', body.indexOf('<main')) : 0;
        assert.ok(cut >= 0, 'the page has a form');
        response.write(body.subarray(0, cut));
        const rest = () => void response.end(body.subarray(cut));
        if (cut === 0) rest();
        else sendRest = rest;
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { base, sendRest: () => sendRest?.(), stop: () => server.close() };
  }

  for (const path of ['/@ada', '/@ada/following'])
    it(`does not shift the first half of ${path}`, async () => {
      const halves = await openHalves();
      const context = await openContext({ viewport: { width: 390, height: 844 } });
      try {
        const page = await context.newPage();
        const loaded = page.goto(halves.base + path);
        await page.locator('main form').first().waitFor({ state: 'visible' });
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
        halves.sendRest();
        await loaded;
        assert.ok((await shiftIn(page)) < 0.005);
      } finally {
        await context.close();
        halves.stop();
      }
    });
});
