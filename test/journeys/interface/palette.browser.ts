// The palette and the account menu, on both services, by keyboard and by thumb.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Viewer } from '../../../src/platform/app.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { addLink } from '../../../src/links/shorten/add-links.ts';
import { type Services, startServices } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { enter } from './enter.ts';

describe('the palette', () => {
  let services: Services;
  let ada: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    await addPerson(services.app, 'bertha');
    await addLink(services.app, ada, { url: 'https://example.com/', alias: 'loaf' });
  });
  after(() => services.stop());

  it('opens people, settings and results by keyboard', async () => {
    const page = await enter(services, ada);
    await page.goto('/');
    const palette = page.getByRole('dialog', { name: 'Search or jump to …' });
    const option = (name: string) => palette.getByRole('option', { name });
    await page.keyboard.press('Control+k');
    await option('Messages').waitFor();
    await page.keyboard.type('berth');
    await option('bertha').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /bertha/i }).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('passkey');
    await option('Passkeys').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.section-menu [aria-current="page"]', { hasText: 'Passkeys' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('xylophone');
    await option('Search for “xylophone”').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No results for').first().waitFor();

    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('finds links on a phone, and closes by its button', async () => {
    const page = await enter(services, ada, true, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.goto(`${services.hop}/dashboard`);
    const palette = page.getByRole('dialog', { name: 'Search or jump to …' });
    await page.getByRole('link', { name: 'Search', exact: true }).tap();
    await palette.getByRole('button', { name: 'Close' }).tap();
    await palette.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Search', exact: true }).tap();
    await palette.getByRole('combobox').fill('loaf');
    await palette.getByRole('option', { name: /\/loaf/ }).tap();
    await page.waitForURL(/dashboard\/links\/\d+/);
    await page.context().close();
  });

  it('marks what was found, and offers the last searches until they are cleared', async () => {
    await publishPost(services.app, ada, { text: 'Our sourdough rises', privacy: 'public', photos: [] });
    const page = await enter(services, ada);
    await page.goto('/search?q=sourdough');
    await page.locator('.post-body', { hasText: 'Our sourdough' }).waitFor();
    await page.waitForFunction(() =>
      [...(CSS.highlights.get('found') ?? [])].some(
        (range) => range instanceof Range && range.toString() === 'sourdough',
      ),
    );

    const palette = page.getByRole('dialog', { name: 'Search or jump to …' });
    await page.goto('/articles');
    await page.keyboard.press('Control+k');
    await palette.getByRole('option', { name: /sourdough/ }).waitFor();
    await page.keyboard.press('Escape');

    await page.goto('/search');
    const main = page.getByRole('main');
    // Its script has loaded.
    await main.locator('[role="listbox"]').waitFor({ state: 'attached' });
    await main.getByRole('combobox', { name: 'Search' }).press('ArrowDown');
    const recent = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await recent.filter({ hasText: 'sourdough' }).waitFor();
    await recent.filter({ hasText: 'Clear recent searches' }).click();
    assert.deepEqual(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('searches:'))),
      [],
    );
    await page.context().close();
  });

  it('is a link to the search page without scripts', async () => {
    const page = await enter(services, ada, false);
    await page.goto('/articles');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.waitForURL('**/search#search-box');
    await page.context().close();
  });

  for (const hasScripts of [true, false])
    it(`has settings and languages in the account menu ${hasScripts ? 'with' : 'without'} scripts`, async () => {
      const page = await enter(services, ada, hasScripts, { viewport: { width: 1280, height: 800 } });
      await page.goto('/');
      const menu = page.locator('.account-menu');
      await menu.locator('> summary').click();
      const settings = menu.getByRole('link', { name: 'Settings' });
      const box = await settings.boundingBox();
      assert.ok(box && box.y > 0 && box.y + box.height < 800, 'visible at a height of 800 px');
      await menu.getByText('Language').click();
      await menu.getByRole('button', { name: 'Deutsch' }).click();
      await page.getByText('Startseite').first().waitFor();
      await menu.locator('> summary').click();
      await menu.getByText('Sprache').click();
      await menu.getByRole('button', { name: 'English' }).click();
      await page.getByText('Home').first().waitFor();
      await page.context().close();
    });
});
