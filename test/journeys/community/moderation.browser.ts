// The moderation queue in use: keyboard shortcuts, many cases on a screen, and bulk actions.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { addReport } from '../../../src/social/reports/reports.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { enter } from '../interface/enter.ts';

const maxHeight = 200;

describe('the moderation queue', () => {
  let services: Services;
  let olga: Viewer;
  let page: Page;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    const { app } = services;
    olga = await addPerson(app, 'olga');
    const ada = await addPerson(app, 'ada');
    const bob = await addPerson(app, 'bob');
    for (const number of [1, 2, 3]) {
      const text = `Cheap watches ${number}. ${'They tick and tock all day. '.repeat(40)}`;
      const id = await publishPost(app, ada, { text, privacy: 'public', photos: [] });
      await addReport(app, bob, { subject: 'post', id, category: 'spam', reason: 'Advertising' });
    }
    page = await enter(services, olga);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/moderation');
    await page.waitForLoadState('networkidle');
  });
  after(async () => {
    await page.context().close();
    await services.stop();
  });

  it('shows a case compactly, the reason first, and in full on focus', async () => {
    const first = page.locator('.case').first();
    const height = (await first.boundingBox())?.height ?? Infinity;
    assert.ok(height <= maxHeight, `${height} px`);
    assert.match(await first.innerText(), /Advertising[^]*Cheap watches/);
    await first.focus();
    assert.ok(((await first.boundingBox())?.height ?? 0) > height);
  });

  it('fits a phone: filters collapsed, three actions on a line', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    assert.equal(await page.getByLabel('Reason').first().isVisible(), false);
    await page.locator('summary', { hasText: 'Filter' }).click();
    await page.locator('.queue-filter').getByLabel('Reason').waitFor();
    const row = page.locator('.case').first().locator('.button-row').first();
    const tops = await row
      .locator('button[name=decision]')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
    assert.equal(tops.length, 3);
    assert.equal(new Set(tops).size, 1);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Apply' }).waitFor();
  });

  it('works by keyboard without a pointer, and shows bulk actions only with a selection', async () => {
    await page.reload();
    await page.waitForLoadState('networkidle');
    const removeAll = page.getByRole('button', { name: 'Remove selected' });
    assert.equal(await removeAll.isVisible(), false);
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await removeAll.waitFor();
    assert.ok(await page.locator('.case .row-check').first().isChecked());
    await page.keyboard.press('Space');
    await page.keyboard.press('r');
    await page.getByText('1 case resolved.').waitFor();
    assert.equal(await page.locator('.case').count(), 2);
  });
});
