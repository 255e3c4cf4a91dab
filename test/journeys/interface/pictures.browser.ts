// Pictures: opened in the lightbox by mouse, keyboard and thumb, as pages without scripts, and ordered in the composer.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Viewer } from '../../../src/platform/app.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { upload } from '../../upload.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from './enter.ts';

/** A picture of one color, larger than a phone. */
const picture = (red: number) =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: { r: red, g: 90, b: 140 } } })
    .png()
    .toBuffer();

describe('pictures in a browser', () => {
  let services: Services;
  let ada: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
  });
  after(() => services.stop());

  const album = async (text: string, count: number) => {
    const photos = [];
    for (let index = 0; index < count; index += 1)
      photos.push({
        path: await upload(services.app, ada, await picture(index * 25)),
        alt: `Picture ${index + 1}`,
      });
    return publishPost(services.app, ada, { text, privacy: 'public', photos });
  };
  const lightbox = (page: Page) => page.getByRole('dialog', { name: 'Pictures' });
  const caption = (page: Page) => page.locator('.pswp__caption');

  it('open in a lightbox, walk with the arrow keys, close with Escape and return the focus', async () => {
    const id = await album('Six of them', 6);
    const page = await enter(services, ada);
    await page.goto('/discover');
    const links = page.locator(`#post-${id} .pictures a:not([hidden])`);
    assert.equal(await links.count(), 4);
    assert.equal(await links.last().locator('.pictures-more').textContent(), '+2');
    await links.nth(1).focus();
    await page.keyboard.press('Enter');
    await lightbox(page).waitFor();
    await caption(page).getByText('Picture 2', { exact: true }).waitFor();
    await page.locator('.pswp:focus').waitFor();
    for (const number of [3, 4, 5, 6]) {
      await page.keyboard.press('ArrowRight');
      await caption(page).getByText(`Picture ${number}`, { exact: true }).waitFor();
    }
    assert.deepEqual(await violationsIn(page), []);
    await page.keyboard.press('Escape');
    await lightbox(page).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/discover');
    assert.equal(await page.evaluate(() => document.activeElement?.matches('.pictures a')), true);
    await page.context().close();
  });

  it('show all pictures of a post as one grid on its page, zoom, and close with the back button', async () => {
    const id = await album('Ten of them', 10);
    const page = await enter(services, ada);
    await page.goto('/discover');
    await page.goto(`/posts/${id}`);
    assert.equal(await page.locator('.pictures').count(), 1);
    assert.equal(await page.locator('.pictures img').count(), 10);
    await page.locator('.pictures a').first().click();
    await lightbox(page).waitFor();
    await page.locator('.pswp:focus').waitFor();
    await lightbox(page).getByRole('button', { name: 'Zoom' }).click();
    await page.locator('.pswp--zoomed-in').waitFor();
    await page.locator('.pswp__item[aria-hidden="false"] img').first().dblclick();
    await page.locator('.pswp--zoomed-in').waitFor({ state: 'detached' });
    await page.goBack();
    await lightbox(page).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, `/posts/${id}`);
    await page.goBack();
    await page.waitForURL('**/discover');
    await page.context().close();
  });

  it('follow a thumb at 390 pixels', async () => {
    const id = await album('Two by thumb', 2);
    const page = await enter(services, ada, true, {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await page.goto(`/posts/${id}`);
    await page.locator('.pictures a').first().tap();
    await caption(page).getByText('Picture 1', { exact: true }).waitFor();
    await page.locator('.pswp:focus').waitFor();
    const touch = await page.context().newCDPSession(page);
    const at = (x: number) => ({ touchPoints: [{ x, y: 400 }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(340) });
    for (const x of [330, 280, 200, 120, 60]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(x) });
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await caption(page).getByText('Picture 2', { exact: true }).waitFor();
    await page.goBack();
    await lightbox(page).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('are pages without scripts', async () => {
    const id = await album('Plain', 2);
    const page = await enter(services, ada, false);
    await page.goto(`/posts/${id}`);
    await page.locator('.pictures a').first().click();
    await page.waitForURL(`**/posts/${id}/photos/1`);
    await page.getByRole('figure').getByText('Picture 1').waitFor();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('img', { name: 'Picture 2' }).waitFor();
    await page.getByRole('link', { name: 'Back to the post' }).click();
    await page.waitForURL(`**/posts/${id}`);
    await page.context().close();
  });

  it('are ordered with the keyboard and by dragging in the composer, and described one at a time', async () => {
    const page = await enter(services, ada);
    await page.goto('/compose');
    const files = await Promise.all(
      ['red', 'green', 'blue'].map(async (name, index) => ({
        name: `${name}.png`,
        mimeType: 'image/png',
        buffer: await picture(index * 100),
      })),
    );
    await page.locator('input[name=pictures]').setInputFiles(files);
    const order = () =>
      page
        .locator('.dropzone-picture img')
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).alt));
    const thumb = (name: string) =>
      page.getByRole('button', { name: new RegExp(`^Picture \\d of 3: ${name}`) });
    await page.getByLabel('Alt text for red.png').fill('A red square');
    await thumb('blue').click();
    await page.getByLabel('Alt text for blue.png').fill('A blue square');
    assert.equal(await page.getByLabel(/^Alt text for/).count(), 1);
    await thumb('blue').focus();
    await page.keyboard.press('ArrowLeft');
    assert.deepEqual(await order(), ['red.png', 'blue.png', 'green.png']);
    await page.keyboard.press('Home');
    assert.deepEqual(await order(), ['blue.png', 'red.png', 'green.png']);
    await thumb('blue').dragTo(thumb('green'));
    await page.waitForFunction(
      () => document.querySelectorAll<HTMLImageElement>('.dropzone-picture img')[2]?.alt === 'blue.png',
    );
    assert.deepEqual(await order(), ['red.png', 'green.png', 'blue.png']);
    await page.getByLabel('What’s on your mind?').fill('In my order');
    await page.locator('#compose-form').getByRole('button', { name: 'Post', exact: true }).click();
    const post = page.locator('article.post', { hasText: 'In my order' });
    await post.waitFor();
    assert.deepEqual(
      await post
        .locator('.pictures img')
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).alt)),
      ['A red square', 'Photo 2 of 3 by Ada Test', 'A blue square'],
    );
    await page.context().close();
  });
});
