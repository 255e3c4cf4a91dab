// Both services with a thumb on a phone of 390 pixels: touch events only, also on a slow network.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { eventually } from '../../peers/eventually.ts';
import { type Services, startServices } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from './enter.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

/** In bytes a second and milliseconds: what browsers call a slow mobile network. */
const slow = { offline: false, latency: 400, downloadThroughput: 62_500, uploadThroughput: 62_500 };

describe('a thumb on a phone', () => {
  let services: Services;
  let ada: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    await publishPost(services.app, ada, { text: 'A morning', privacy: 'public', photos: [] });
  });
  after(() => services.stop());

  const open = (viewer: Viewer) => enter(services, viewer, true, phone);
  /** Whether nothing is wider than the phone. */
  const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  const check = async (page: Page) => {
    assert.ok(await fits(page), `${page.url()} is too wide`);
    assert.deepEqual(await violationsIn(page), []);
  };

  it('creates a link, opens the menu of its row and duplicates it', async () => {
    const page = await open(ada);
    await page.goto(`${services.hop}/dashboard/links/new`);
    await page.getByLabel('Destination URL').tap();
    await page.keyboard.type('https://example.com/spring');
    await page.locator('summary', { hasText: 'Details' }).tap();
    await check(page);
    await page.getByRole('button', { name: 'Create link' }).tap();
    await page.waitForURL((url) => !url.pathname.endsWith('/links/new'));
    await page.goto(`${services.hop}/dashboard`);
    await page.locator('a[data-menu]').first().tap();
    const menu = page.getByRole('menu');
    await menu.waitFor();
    await check(page);
    await menu.getByRole('menuitem', { name: 'Duplicate' }).tap();
    await page.waitForURL(/links\/new/);
    assert.equal(await page.getByLabel('Destination URL').inputValue(), 'https://example.com/spring');
    await page.context().close();
  });

  it('builds a bio page', async () => {
    const page = await open(ada);
    await page.goto(`${services.hop}/dashboard/bio`);
    await page.getByRole('button', { name: 'Create page' }).tap();
    await page.getByRole('link', { name: 'Add block' }).tap();
    await page.locator('dialog#add-block[open]').waitFor();
    await check(page);
    await page.getByRole('link', { name: /^Heading/ }).tap();
    await page.getByLabel('Heading').fill('Watch and read');
    await page.getByRole('button', { name: 'Add block' }).tap();
    await page.locator('.bio-block-title', { hasText: 'Watch and read' }).waitFor();
    await check(page);
    await page.context().close();
  });

  it('likes, replies and posts on a slow network', async () => {
    const page = await open(ada);
    await page.goto('/discover');
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', slow);
    const like = page.getByRole('button', { name: 'Like' }).first();
    await like.tap();
    // Shown before the server has answered.
    await page.locator('.post-action[aria-pressed="true"]').first().waitFor();
    await page.locator('.composer-prompt, a[href="/compose"]').filter({ visible: true }).first().tap();
    const dialog = page.getByRole('dialog');
    await dialog.locator('textarea').first().fill('Slowly');
    await dialog.getByRole('button', { name: 'Post', exact: true }).tap();
    const stored = () =>
      services.app.db.selectFrom('social.post').where('text', '=', 'Slowly').select('id').execute();
    assert.equal((await eventually(stored, ({ length }) => length > 0)).length, 1);
    await page.context().close();
  });
});
