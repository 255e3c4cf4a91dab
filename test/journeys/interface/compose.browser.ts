// The form of a post as a dialog: from any page, with emoji, offline, and with a quoted post.
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

describe('the form of a post in a browser', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'bob');
  });
  after(() => services.stop());

  const dialog = (page: Page) => page.getByRole('dialog', { name: 'New post' });
  const text = (page: Page) => page.getByLabel('What’s on your mind?');
  const send = (page: Page) => page.getByRole('button', { name: 'Post', exact: true });
  const published = (words: string) => {
    return services.app.db
      .selectFrom('social.post')
      .where('text', 'like', `${words}%`)
      .select(['text', 'quote_id'])
      .execute();
  };

  it('opens with a key on any page, keeps what was typed, takes emoji, and returns the focus', async () => {
    const page = await enter(services, ada);
    await page.goto('/questions');
    await page.locator('h1').waitFor();
    await page.keyboard.press('n');
    await dialog(page).waitFor();
    await page.keyboard.type('Bread ');
    await page.getByRole('button', { name: 'Add an emoji' }).click();
    await page.getByRole('group', { name: 'Food' }).getByRole('button', { name: '🍞' }).click();
    assert.deepEqual(await violationsIn(page), []);
    await page.keyboard.press('Escape');
    await page.locator('.emoji').waitFor({ state: 'detached' });
    assert.equal(await text(page).inputValue(), 'Bread 🍞');
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('unsent:')));
    await page.keyboard.press('Escape');
    // A closed dialog is hidden at once, and removed with its focus a moment later.
    await page.locator('.composer-dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await dialog(page).waitFor();
    assert.equal(await text(page).inputValue(), 'Bread 🍞');
    await send(page).click();
    await page.getByText('Posted').waitFor();
    assert.equal(new URL(page.url()).pathname, '/questions', 'stays on the page');
    assert.equal((await published('Bread')).length, 1);
    await page.keyboard.press('n');
    await dialog(page).waitFor();
    assert.equal(await text(page).inputValue(), '');
    await page.context().close();
  });

  it('is a sheet on a phone that the back button closes', async () => {
    const page = await enter(services, ada, true, { hasTouch: true, viewport: { width: 390, height: 844 } });
    await page.goto('/discover');
    await page.goto('/');
    await page.locator('.composer-prompt').tap();
    await dialog(page).waitFor();
    await dialog(page).evaluate((shown) =>
      Promise.all(shown.getAnimations().map(({ finished }) => finished)),
    );
    const box = await dialog(page).boundingBox();
    assert.deepEqual([box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))], [390, 844]);
    assert.deepEqual(await violationsIn(page), []);
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/');
    await page.goBack();
    await page.waitForURL('**/discover');
    await page.context().close();
  });

  it('says that it is offline, and sends the post once when it is online again, also after a reload', async () => {
    const page = await enter(services, ada);
    await page.goto('/');
    await page.locator('.composer-prompt').click();
    await text(page).fill('Written on a train');
    await page.context().setOffline(true);
    await send(page).click();
    await page.getByText('You are offline. Your post is sent when you are online again.').waitFor();
    await page.getByRole('list', { name: 'Waiting posts' }).getByText('Written on a train').waitFor();
    assert.deepEqual(await published('Written on a train'), []);
    // The page reloads while posts cannot be sent.
    await page.route('**/apis/php/posts/post', (route) => route.abort());
    await page.context().setOffline(false);
    await page.reload();
    await page.getByRole('list', { name: 'Waiting posts' }).getByText('Written on a train').waitFor();
    await page.unroute('**/apis/php/posts/post');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('list', { name: 'Waiting posts' }).waitFor({ state: 'detached' });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.reload();
    await page.locator('.post-body', { hasText: 'Written on a train' }).first().waitFor();
    assert.equal((await published('Written on a train')).length, 1);
    await page.context().close();
  });

  it('shows why a post is refused, and keeps it', async () => {
    const page = await enter(services, ada);
    await page.goto('/discover');
    await page.keyboard.press('n');
    await dialog(page).waitFor();
    await text(page).fill('   ');
    await send(page).click();
    await dialog(page).getByRole('alert').waitFor();
    await page.context().close();
  });

  it('quotes a post, and the icon of comments focuses the field', async () => {
    const id = await publishPost(services.app, bob, { text: 'To be quoted', privacy: 'public', photos: [] });
    const page = await enter(services, ada);
    await page.goto('/discover');
    await page.locator(`#share-${id} a`).click();
    await page.getByRole('menuitem', { name: 'Quote' }).click();
    const quote = page.getByRole('dialog', { name: 'Quote' });
    await quote.getByText('To be quoted').waitFor();
    await quote.getByLabel('Add a comment').fill('I agree');
    await send(page).click();
    await page.getByText('Posted').waitFor();
    assert.deepEqual(await published('I agree'), [{ text: 'I agree', quote_id: id }]);
    await page.locator(`#post-${id} [data-reply]`).click();
    await page.waitForURL(`**/posts/${id}#comment`);
    await page.waitForFunction(() => document.activeElement?.id === 'comment');
    await page.context().close();
  });
});
