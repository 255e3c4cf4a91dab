// Lists that continue: by scrolling and by their button, after a return and a reload, and as pages without scripts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from './enter.ts';

describe('lists in a browser', () => {
  let services: Services;
  let ada: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    for (let number = 1; number <= 130; number += 1)
      await publishPost(services.app, ada, { text: `Number ${number}`, privacy: 'public', photos: [] });
  });
  after(() => services.stop());

  const posts = (page: Page) => page.locator('main article.post');
  const count = (page: Page, number: number) =>
    page.waitForFunction(
      (wanted) => document.querySelectorAll('main article.post').length === wanted,
      number,
    );
  const toEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const more = (page: Page) => page.getByRole('link', { name: 'Show more' });

  it('load by scrolling up to a limit, then by a button that moves the focus, and have a way back to the top', async () => {
    const page = await enter(services, ada);
    await page.goto('/discover');
    for (const number of [40, 60, 80, 100]) {
      await toEnd(page);
      await count(page, number);
    }
    await toEnd(page);
    await more(page).waitFor();
    assert.equal(await posts(page).count(), 100, 'waits for a press');
    assert.equal(new Set(await posts(page).evaluateAll((all) => all.map(({ id }) => id))).size, 100);
    await more(page).focus();
    await page.keyboard.press('Enter');
    await count(page, 120);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent.includes('Number 30')), true);
    assert.equal(await page.getByRole('status').getByText('20 more').count(), 1);
    assert.deepEqual(await violationsIn(page), []);
    await more(page).click();
    await count(page, 130);
    assert.equal(await more(page).count(), 0);
    await page.getByRole('button', { name: 'Back to top' }).click();
    await page.waitForFunction(() => scrollY === 0 && document.activeElement?.id === 'main');
    await page.context().close();
  });

  it('show the same posts at the same place after a return, from the site and from elsewhere, and a reload', async () => {
    const page = await enter(services, ada, true, { hasTouch: true, viewport: { width: 390, height: 844 } });
    await page.goto('/discover');
    await toEnd(page);
    await posts(page).nth(39).waitFor();
    const link = posts(page).nth(30).locator('.post-when a');
    await link.scrollIntoViewIfNeeded();
    const before = await posts(page).count();
    const place = () =>
      page.evaluate(() =>
        Math.round(document.querySelectorAll('main article.post')[30]?.getBoundingClientRect().top ?? 0),
      );
    const seen = await place();
    const isThere = async () => {
      await page.waitForFunction(
        ([wanted, top]) => {
          const all = document.querySelectorAll('main article.post');
          return all.length >= wanted && Math.abs((all[30]?.getBoundingClientRect().top ?? 0) - top) < 100;
        },
        [before, seen] as const,
      );
    };
    await link.tap();
    await page.waitForURL('**/posts/*');
    await page.goBack();
    await isThere();
    await page.reload();
    await isThere();
    await page.goto('about:blank');
    await page.goBack();
    await isThere();
    await page.context().close();
  });

  it('say that they could not load, and try again when asked', async () => {
    const page = await enter(services, ada);
    await page.goto('/discover');
    await page.route('**/discover?before=*', (route) => route.abort());
    await toEnd(page);
    const again = page.getByRole('link', { name: 'Couldn’t load more. Try again' });
    await again.waitFor();
    await page.unroute('**/discover?before=*');
    await again.click();
    await count(page, 40);
    await page.context().close();
  });

  it('have links to older posts without scripts', async () => {
    const page = await enter(services, ada, false);
    await page.goto('/discover');
    await page.getByRole('link', { name: 'Older' }).click();
    await page.waitForURL('**/discover?before=*');
    await page.getByText('Number 110', { exact: true }).waitFor();
    await page.context().close();
  });
});
