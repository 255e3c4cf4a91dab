// Pages between a short link and its target, in Chromium, with and without scripts.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { addOverlay } from '../../src/links/overlays/overlays.ts';
import { ownedPixels } from '../../src/links/pixels/pixels.ts';
import { providerKeys, providers } from '../../src/links/pixels/providers.ts';
import { pixelOrigins } from '../../src/links/interstitials/pixels.ts';
import { addSplashPage } from '../../src/links/splash/splash-pages.ts';
import type { Viewer } from '../../src/platform/app.ts';
import { openContext } from '../chromium/browser.ts';
import { addLink } from '../links.ts';
import { type Services, startServices } from '../services.ts';
import { createWorld } from '../world.ts';
import { violationsIn } from './check-page.ts';

describe('between a link and its target', () => {
  let services: Services;
  let site: Server;
  let to: string;
  let ada: Viewer;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false', OUTBOUND_ALLOW: '127.0.0.0/8' });
    ({ ada } = await createWorld(services.app));
    site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>There</title><h1>You are there</h1>');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    to = `http://127.0.0.1:${(site.address() as AddressInfo).port}/there`;
    const { id } = await addLink(services.app, 'tracked', { url: to });
    for (const type of providerKeys) {
      const pixel = await ownedPixels.add(services.app, ada, {
        provider: type,
        name: type,
        tag: providers[type].example,
      });
      await services.app.db
        .insertInto('links.link_pixel')
        .values({ link_id: id, pixel_id: pixel.id })
        .execute();
    }
  });
  after(async () => {
    await services.stop();
    site.closeAllConnections();
    site.close();
  });

  /**
   * Opens a browser in which every provider returns an empty script. Records its requests, and which of them
   * were blocked.
   */
  async function openBrowser(options: Parameters<typeof openContext>[0] = {}) {
    const context = await openContext(options);
    const asked: string[] = [];
    const refused: string[] = [];
    await context.route(/^https:/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: '' });
    });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    return { context, page, asked, refused };
  }

  const isThere = (page: Page) => page.waitForURL(to);
  const close = (context: BrowserContext) => context.close();

  it('asks before pixels are fired, fires all thirteen, continues, and remembers the choice', async () => {
    const { context, page, asked, refused } = await openBrowser();
    await page.goto(`${services.hop}/tracked`);
    assert.deepEqual(await violationsIn(page), []);
    assert.deepEqual([...asked], []);
    await page.getByRole('button', { name: 'Allow and continue' }).click();
    await isThere(page);
    for (const type of providerKeys) {
      const origins: readonly string[] = pixelOrigins[type].script;
      assert.ok(
        asked.some((address) => origins.includes(new URL(address).origin)),
        `${providers[type].name} was not requested: ${asked.join(' ')}`,
      );
    }
    for (const type of ['gtmpixel', 'gapixel', 'adwordspixel', 'tiktok'] as const) {
      const tag: string = providers[type].example;
      assert.ok(
        asked.some((address) => address.includes(tag)),
        tag,
      );
    }
    assert.equal(refused.length, 0, refused.join('\n'));
    const before = asked.length;
    await page.goto(`${services.hop}/tracked`);
    await isThere(page);
    assert.ok(asked.length > before, 'pixels fire again without asking');
    await close(context);
  });

  it('fires no pixels after consent is declined, and does not ask again', async () => {
    const { context, page, asked } = await openBrowser();
    await page.goto(`${services.hop}/tracked`);
    await page.getByRole('button', { name: 'Continue without notifying' }).click();
    await isThere(page);
    await page.goto(`${services.hop}/tracked`);
    await isThere(page);
    assert.deepEqual([...asked], []);
    await close(context);
  });

  it('continues directly with Global Privacy Control, and without scripts', async () => {
    for (const options of [{ extraHTTPHeaders: { 'sec-gpc': '1' } }, { javaScriptEnabled: false }]) {
      const { context, page, asked } = await openBrowser(options);
      await page.goto(`${services.hop}/tracked`).catch(() => undefined);
      await isThere(page);
      assert.deepEqual([...asked], []);
      await close(context);
    }
  });

  it('accepts a vote in an overlay without scripts', async () => {
    const { app } = services;
    const overlay = await addOverlay(app, ada, 'poll', {
      name: 'Bread',
      corner: 'bottom-right',
      dismissible: 'on',
      title: 'Which bread?',
      choices: 'Rye\nSpelt',
      results: 'on',
    });
    await addLink(app, 'poll', { url: to, kind: 'overlay', overlay_id: overlay.id });
    const { context, page } = await openBrowser({ javaScriptEnabled: false });
    await page.goto(`${services.hop}/poll`);
    await page.frameLocator('iframe').getByRole('heading', { name: 'You are there' }).waitFor();
    await page.getByLabel('Rye').check();
    await page.getByRole('button', { name: 'Vote' }).click();
    await page.getByText('100%').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('dialog').waitFor({ state: 'hidden' });
    await close(context);
  });

  it('stays on a splash page for visitors who choose to stay', async () => {
    const { app } = services;
    const splash = await addSplashPage(app, ada, { name: 'Spring', title: 'Linen', seconds: '60' });
    await addLink(app, 'between', { url: to, kind: 'splash', splash_id: splash.id });
    const { context, page } = await openBrowser();
    await page.goto(`${services.hop}/between`);
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByText('when you are ready').waitFor();
    assert.deepEqual(await violationsIn(page), []);
    await page.getByRole('link', { name: 'Continue' }).click();
    await isThere(page);
    await close(context);
  });
});
