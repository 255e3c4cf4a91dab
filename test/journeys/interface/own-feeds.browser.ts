// What members choose to see: filters, hashtags, lists, private accounts and folders, with the keyboard and a thumb.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { addFolder, moveSaved, savePost } from '../../../src/social/saved/saved.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from './enter.ts';

const phone = { hasTouch: true, viewport: { width: 390, height: 844 } };

describe('chosen content in a browser', () => {
  let services: Services;
  let ada: Viewer;
  let bob: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'bob');
  });
  after(() => services.stop());

  const say = (author: Viewer, text: string) =>
    publishPost(services.app, author, { text, privacy: 'public', photos: [] });
  const fits = async (page: Page) => {
    // Messages that fade have less contrast meanwhile.
    await page.locator('.toast').first().waitFor({ state: 'detached' });
    assert.deepEqual(await violationsIn(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  };

  it('is collapsed by a filter that is added with the keyboard, and shown on request', async () => {
    await say(bob, 'The penalty was wrong');
    const page = await enter(services, ada, true, { viewport: phone.viewport });
    await page.goto('/settings/filters/new');
    await page.getByLabel('Keywords').focus();
    await page.keyboard.type('penalty\nfoul');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Football');
    await fits(page);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Football' }).waitFor();
    await fits(page);
    await page.goto('/discover');
    const filtered = page.locator('summary', { hasText: 'Filtered: Football' });
    const text = page.getByText('The penalty was wrong');
    assert.equal(await text.isVisible(), false);
    await fits(page);
    await filtered.focus();
    await page.keyboard.press('Enter');
    await text.waitFor();
    await page.context().close();
  });

  it('comes from hashtags and lists that are chosen with a thumb', async () => {
    await say(bob, 'Fresh #bread');
    const page = await enter(services, ada, true, phone);
    await page.goto('/hashtag/bread');
    await page.getByRole('button', { name: 'Follow', exact: true }).tap();
    await page.getByRole('button', { name: 'Unfollow' }).waitFor();
    await fits(page);
    await page.goto('/@bob');
    await page.locator('summary[aria-label="More about Bob Test"]').tap();
    await page.getByRole('link', { name: 'Add to lists' }).tap();
    await page.getByRole('link', { name: 'New list' }).tap();
    await page.getByLabel('Title').fill('Bakers');
    await page.getByRole('button', { name: 'Add list' }).tap();
    await page.getByLabel('Bakers').waitFor();
    assert.equal(await page.getByLabel('Bakers').isChecked(), true);
    await fits(page);
    await page.goto('/lists');
    await fits(page);
    await page.getByRole('link', { name: 'Bakers', exact: true }).tap();
    await page.getByText('Fresh').first().waitFor();
    await fits(page);
    await page.context().close();
  });

  it('is shown by a private account after it accepts a request', async () => {
    const carol = await addPerson(services.app, 'carol');
    await say(carol, 'Within the walls');
    const own = await enter(services, carol, true, phone);
    await own.goto('/settings/privacy');
    await own.getByLabel('Only approved followers and friends see your posts').tap();
    await own.getByRole('button', { name: 'Save' }).tap();
    await own.locator('.toast', { hasText: 'Saved' }).waitFor();
    const page = await enter(services, ada, true, phone);
    await page.goto('/@carol');
    assert.equal(await page.getByText('Within the walls').count(), 0);
    await page.getByText('This account is private').waitFor();
    await page.getByRole('button', { name: 'Follow: Carol Test' }).tap();
    await page.getByRole('button', { name: 'Requested: Carol Test' }).waitFor();
    await fits(page);
    await own.goto('/people/requests');
    await fits(own);
    await own.getByRole('button', { name: 'Accept follower: Ada Test' }).tap();
    await own.getByRole('button', { name: 'Accept follower: Ada Test' }).waitFor({ state: 'detached' });
    await page.goto('/@carol');
    await page.getByText('Within the walls').first().waitFor();
    await page.context().close();
    await own.context().close();
  });

  it('is sorted into folders with the keyboard', async () => {
    const id = await say(bob, 'A recipe for soup');
    await savePost(services.app, ada, id);
    const page = await enter(services, ada, true, { viewport: phone.viewport });
    await page.goto(`/posts/${id}/folder`);
    await fits(page);
    await page.getByRole('link', { name: 'New folder' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Title').focus();
    await page.keyboard.type('Soups');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Soups' }).waitFor();
    await page.getByText('A recipe for soup').first().waitFor();
    await fits(page);
    await page.context().close();
  });

  it('has folders and filters again after their deletion is undone, by thumb and by keyboard', async () => {
    const id = await say(bob, 'A recipe for bread');
    const folder = await addFolder(services.app, ada, 'Breads');
    await savePost(services.app, ada, id);
    await moveSaved(services.app, ada, id, folder);
    const page = await enter(services, ada, true, phone);
    await page.goto(`/saved?folder=${folder}`);
    await page.getByRole('link', { name: 'Edit folder' }).tap();
    await page.getByRole('button', { name: 'Delete folder' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete folder' }).tap();
    await page.getByText('Folder deleted').waitFor();
    assert.deepEqual(await violationsIn(page), []);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await page.waitForURL(/folder=/);
    await page.getByText('A recipe for bread').first().waitFor();

    await page.goto('/settings/filters/new');
    await page.getByLabel('Keywords').fill('weather');
    await page.getByLabel('Name').fill('Weather');
    await page.getByRole('button', { name: 'Add filter' }).press('Enter');
    await page.getByRole('link', { name: 'Weather' }).press('Enter');
    await page.getByRole('button', { name: 'Delete filter' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete filter' }).press('Enter');
    await page.getByText('Filter deleted').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Weather' }).count(), 0);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('link', { name: 'Weather' }).waitFor();
    await page.context().close();
  });

  it('has statistics for its author that fit on a phone', async () => {
    const page = await enter(services, ada, true, phone);
    await page.goto(`/posts/${await say(ada, 'Mine')}/statistics`);
    await fits(page);
    await page.context().close();
  });
});
