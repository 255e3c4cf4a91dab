// What a phone shows first on pages that are longer on it, and controls that keep the page where it is.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { insertClicks, clickLines, sampleClick } from '../../../src/links/clicks/spool/insert-clicks.ts';
import { addLink } from '../../../src/links/shorten/add-links.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { eventually } from '../../peers/eventually.ts';
import { type Services, startServices } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from './enter.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

describe('pages on a phone', () => {
  let services: Services;
  let ada: Viewer;
  let bob: Viewer;
  let page: Page;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'bob');
    await publishPost(services.app, bob, { text: 'A garden in the morning', privacy: 'public', photos: [] });
    page = await enter(services, ada, true, phone);
  });
  after(async () => {
    await page.context().close();
    await services.stop();
  });

  const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? -1;

  it('begin settings with the list of their pages', async () => {
    await page.goto('/settings');
    assert.equal(await page.getByLabel('First name').isVisible(), false);
    assert.deepEqual(await violationsIn(page), []);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Profile' }).tap();
    await page.waitForURL('**/settings/profile');
    await page.getByLabel('First name').fill('Augusta');
    await page.getByRole('button', { name: 'Save' }).tap();
    await page.getByText('Profile saved').waitFor();
    assert.equal(new URL(page.url()).pathname, '/settings/profile');
    await page.locator('.way-back').getByRole('link', { name: 'Settings' }).tap();
    await page.getByRole('link', { name: 'Passkeys' }).waitFor();
  });

  it('show a name above what can be done, and every tab', async () => {
    await page.goto('/@bob');
    assert.ok((await top('.profile-name')) < (await top('.profile-actions')));
    const first = await page.locator('.tabs a').first().boundingBox();
    assert.ok(first && first.x >= 16, 'the first tab is not at its place');
    assert.deepEqual(await violationsIn(page), []);
  });

  it('limit a search to what is new, without a new filter on the next press', async () => {
    await page.goto('/search?q=garden');
    const published = page.getByRole('navigation', { name: 'Published' });
    await published.getByRole('link', { name: 'Past week' }).tap();
    await page.waitForURL(/after/);
    assert.equal(await published.locator('[aria-current]').innerText(), 'Past week');
    await page.locator('.post', { hasText: 'A garden in the morning' }).waitFor();
    assert.deepEqual(await violationsIn(page), []);
    await published.getByRole('link', { name: 'Any time' }).tap();
    await page.waitForURL((url) => url.searchParams.get('q') === 'garden');
  });

  it('fill in a random alias that is available', async () => {
    await page.goto(`${services.hop}/dashboard/links/new`);
    await page.getByLabel('Destination URL').fill('https://example.com/');
    // Its script may still be loading.
    const alias = await eventually(
      async () => {
        await page.getByRole('button', { name: 'Random alias' }).tap();
        return page.locator('[name=custom]').inputValue();
      },
      (value) => value !== '',
    );
    assert.match(alias, /^[a-z2-9]{7}$/);
    await page.getByText('Available').waitFor();
    assert.deepEqual(await violationsIn(page), []);
  });

  it('show breakdowns of statistics in a row, which does not widen the page', async () => {
    const { id } = await addLink(services.app, ada, { url: 'https://example.com/', alias: 'loaf' });
    const at = Date.now() - 60_000;
    await insertClicks(services.app, clickLines(sampleClick({ linkId: id, at })));
    await page.goto(`${services.hop}/dashboard/links/${id}`);
    const row = page.locator('.breakdowns');
    const second = row.locator('> .card').nth(1);
    await second.waitFor({ timeout: 5000 });
    const box = await second.boundingBox();
    assert.ok(box && box.x > 250 && box.x < 390, 'the next card is not seen at the edge');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await second.scrollIntoViewIfNeeded();
    await row.evaluate((shown) => shown.scrollTo({ left: shown.scrollWidth }));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    assert.deepEqual(await violationsIn(page), []);
  });

  it('change the language of the quick start without scrolling', async () => {
    await page.goto('/developers/quick-start');
    const tab = page.getByRole('navigation', { name: 'Programming language' }).getByRole('link').nth(1);
    await page.evaluate(() => scrollTo(0, 200));
    const before = await page.evaluate(() => scrollY);
    assert.ok(before > 0);
    await tab.tap();
    await page.waitForURL(/\?in=/);
    await page.locator('.tabs [aria-current]', { hasText: (await tab.innerText()).trim() }).waitFor();
    assert.ok(Math.abs((await page.evaluate(() => scrollY)) - before) < 100);
  });
});
