// Menus that the rows of a page share: with the keyboard, with a thumb, and after what Turbo replaces.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { addBio } from '../../../src/links/bio/bios.ts';
import { addBlock } from '../../../src/links/bio/blocks.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from './enter.ts';

describe('shared menus in a browser', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'bob');
  });
  after(() => services.stop());

  const say = (by: Viewer, text: string) =>
    publishPost(services.app, by, { text, privacy: 'public', photos: [] });
  const menu = (page: Page) => page.getByRole('menu');
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent.trim());

  it('open, walk and close with the keyboard, and return the focus', async () => {
    const id = await say(ada, 'By keyboard');
    const page = await enter(services, bob);
    await page.goto('/discover');
    const opener = page.locator(`#post-${id} .post-menu a`);
    for (const key of ['Enter', 'Space', 'ArrowDown']) {
      await opener.focus();
      await page.keyboard.press(key);
      await menu(page).waitFor();
      assert.equal(await opener.getAttribute('aria-expanded'), 'true');
      assert.equal(await focused(page), 'Copy link');
      await page.keyboard.press('ArrowDown');
      assert.equal(await focused(page), 'Open post');
      await page.keyboard.press('End');
      assert.equal(await focused(page), 'Send a tip');
      await page.keyboard.press('ArrowDown');
      assert.equal(await focused(page), 'Copy link');
      await page.keyboard.press('Escape');
      await menu(page).waitFor({ state: 'hidden' });
      assert.equal(await opener.evaluate((element) => element === document.activeElement), true);
      assert.equal(await opener.getAttribute('aria-expanded'), 'false');
    }
    await page.keyboard.press('Enter');
    await menu(page).waitFor();
    assert.deepEqual(await violationsIn(page), []);
    await page.context().close();
  });

  it('react in place with the picker, again after the response replaced the bar', async () => {
    const id = await say(bob, 'Pick one');
    const page = await enter(services, ada);
    await page.goto('/discover');
    const bar = page.locator(`#reactions-${id}`);
    for (const [name, words] of [
      ['Love', '1 love'],
      ['Wow', '1 wow'],
    ] as const) {
      await bar.getByLabel('React', { exact: true }).click();
      await menu(page).getByRole('menuitemradio', { name }).click();
      await bar.getByLabel(`Reactions: ${words}`).waitFor();
      await menu(page).waitFor({ state: 'hidden' });
      assert.equal(new URL(page.url()).pathname, '/discover');
    }
    await bar.getByLabel('React', { exact: true }).click();
    assert.equal(
      await menu(page).getByRole('menuitemradio', { name: 'Wow' }).getAttribute('aria-checked'),
      'true',
    );
    await page.context().close();
  });

  it('delete a post in place, undo it, and open the menu again', async () => {
    const id = await say(ada, 'Gone and back');
    const page = await enter(services, ada);
    await page.goto('/@ada');
    const opener = page.locator(`#post-${id} .post-menu a`);
    await opener.click();
    await menu(page).getByRole('menuitem', { name: 'Delete' }).click();
    await page.locator(`#post-frame-${id}`).getByRole('button', { name: 'Undo' }).click();
    await opener.click();
    await menu(page).getByRole('menuitem', { name: 'Edit', exact: true }).click();
    await page.waitForURL(`**/posts/${id}/edit`);
    assert.equal(await menu(page).count(), 0, 'closes on navigation');
    await page.goBack();
    await opener.click();
    await menu(page).getByRole('menuitem', { name: 'Pin to your profile' }).click();
    await page.getByText('Pinned to your profile').waitFor();
    await opener.click();
    await menu(page).getByRole('menuitem', { name: 'Unpin from your profile' }).waitFor();
    await page.context().close();
  });

  it('fit a window of 390 pixels, and close by a tap elsewhere', async () => {
    const id = await say(bob, 'By thumb');
    const page = await enter(services, ada, true, { hasTouch: true, viewport: { width: 390, height: 844 } });
    await page.goto('/discover');
    for (const opener of [
      page.locator(`#post-${id} .post-menu a`),
      page.locator(`#reactions-${id}`).getByLabel('React', { exact: true }),
    ]) {
      await opener.tap();
      const box = await menu(page).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
      await page.touchscreen.tap(5, 300);
      await menu(page).waitFor({ state: 'hidden' });
    }
    await page.context().close();
  });

  it('move, hide and delete the blocks of a bio page with a thumb', async () => {
    const { id } = await addBio(services.app, ada, { title: 'Ada', alias: 'ada' });
    for (const text of ['First', 'Second'])
      await addBlock(services.app, ada, id, 'heading', { fields: { text }, files: [] });
    const page = await enter(services, ada, true, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.goto(`${services.hop}/dashboard/bio/${id}`);
    const openMenu = async (name: string) => {
      await page.getByRole('link', { name: `Actions for ${name}` }).tap();
      await menu(page).waitFor();
    };
    await openMenu('Second');
    assert.equal(await page.getByRole('menuitem', { name: 'Move down' }).count(), 0, 'it is the last one');
    assert.deepEqual(await violationsIn(page), []);
    await page.getByRole('menuitem', { name: 'Move up' }).tap();
    const first = page.locator('.bio-block').first();
    await first.getByText('Second').waitFor();
    await openMenu('Second');
    await page.getByRole('menuitem', { name: 'Hide' }).tap();
    await first.getByText('Hidden').waitFor();
    await openMenu('First');
    await page.getByRole('menuitem', { name: 'Delete' }).tap();
    await page.getByRole('button', { name: 'Undo' }).tap();
    await page.locator('.bio-block').nth(1).getByText('First').waitFor();
    await page.context().close();
  });

  it('are pages without scripts', async () => {
    const id = await say(bob, 'Without scripts');
    const page = await enter(services, ada, false);
    await page.goto('/discover');
    await page.locator(`#post-${id} .post-menu a`).click();
    await page.waitForURL(`**/posts/${id}/menu`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.goto(`/posts/${id}/menu`);
    await page.getByRole('button', { name: 'Unsave', exact: true }).waitFor();
    await page.goto('/discover');
    await page.locator(`#reactions-${id}`).getByLabel('React', { exact: true }).click();
    await page.getByRole('button', { name: 'Sad', exact: true }).click();
    await page.getByLabel('Reactions: 1 sad').waitFor();
    await page.context().close();
  });
});
