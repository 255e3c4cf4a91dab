// Hop beyond single links: many at once with a thumb, conversions, and a team with rights.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { insertClicks, clickLines, sampleClick } from '../../../src/links/clicks/spool/insert-clicks.ts';
import { trackLead, trackSale } from '../../../src/links/conversions/conversions.ts';
import type { Viewer } from '../../../src/platform/app.ts';
import { type Services, startServices } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from './enter.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
const desktop = { viewport: { width: 1280, height: 900 } };

describe('people with many links', () => {
  let services: Services;
  let ada: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
  });
  after(() => services.stop());

  const check = async (page: Page) => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    assert.deepEqual(await violationsIn(page), []);
  };

  it('paste them, and see which line was not shortened', async () => {
    const page = await enter(services, ada, true, phone);
    await page.goto(`${services.hop}/dashboard`);
    await page.locator('summary', { hasText: 'Paste many' }).tap();
    const field = page.getByLabel('URLs, one per line');
    await field.fill('https://example.com/one\nhttps://example.com/two second-loaf\nno address at all');
    await check(page);
    await page.getByRole('button', { name: 'Shorten all' }).tap();
    await page.getByText('2 links created').waitFor();
    await page.getByText('1 line was not shortened.').waitFor();
    await page.getByText('/second-loaf').first().waitFor();
    await check(page);
    await page.context().close();
  });

  it('count what a click led to, switched on with the keyboard', async () => {
    const page = await enter(services, ada, true, desktop);
    await page.goto(`${services.hop}/dashboard/links/new`);
    await page.keyboard.type('https://example.com/shop');
    await page.locator('summary', { hasText: 'Redirect type' }).press('Enter');
    await page.getByLabel('Track conversions').press('Space');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.endsWith('/links/new'));
    const { id } = await services.app.db
      .selectFrom('links.link')
      .where('url', '=', 'https://example.com/shop')
      .select('id')
      .executeTakeFirstOrThrow();
    const lines = clickLines(sampleClick({ linkId: id, at: Date.now() - 60_000 }));
    await insertClicks(services.app, lines);
    const clickId = lines.toString().slice(0, 32);
    await trackLead(services.app, ada, { clickId, event: 'Sign up', customer: 'user_1' });
    await trackSale(services.app, ada, { customer: 'user_1', amount: 1250, currency: 'EUR' });
    for (const viewport of [desktop.viewport, phone.viewport]) {
      await page.setViewportSize(viewport);
      await page.goto(`${services.hop}/dashboard/links/${id}`);
      const card = page.locator('.card', { hasText: 'From click to sale' });
      await card.getByText('12.50').first().waitFor();
      assert.match(await card.innerText(), /Leads[^]*100 ?%[^]*Sales/);
      await check(page);
    }
    await page.context().close();
  });

  it('invite somebody who may only look, and take it back with a thumb', async () => {
    const page = await enter(services, ada, true, phone);
    await page.goto(`${services.hop}/dashboard/team`);
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Invite', exact: true }).tap();
    await page.locator('.field-error').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'email');
    await page.getByLabel('Email').fill('eve@example.org');
    await page.getByRole('radio', { name: /^Viewer/ }).check();
    await page.getByRole('button', { name: 'Invite', exact: true }).tap();
    await page.locator('tr', { hasText: 'eve@example.org' }).getByText('Viewer').waitFor();
    await check(page);
    await page.getByRole('button', { name: 'Revoke the invitation of eve@example.org' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).tap();
    await page.locator('tr', { hasText: 'eve@example.org' }).waitFor({ state: 'detached' });
    await page.context().close();
  });
});
