// A thread of posts: written in the form of a post, shown as one in lists, and whole on its page.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import type { Viewer } from '../../../src/platform/app.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from './enter.ts';

describe('a thread of posts in a browser', () => {
  let services: Services;
  let ada: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
  });
  after(() => services.stop());

  it('is written by keyboard, and read on its page', async () => {
    const page = await enter(services, ada);
    page.setDefaultTimeout(15_000);
    await page.goto('/');
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await page.keyboard.press('n');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('On bread');
    const more = page.getByRole('button', { name: 'Add another post' });
    for (const text of ['It needs flour', 'And a mistake', 'It needs time']) {
      await more.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.type(text);
    }
    await page.getByRole('button', { name: 'Remove post 3' }).click();
    assert.deepEqual(await violationsIn(page), []);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByRole('link', { name: 'Show this thread of 3 posts' }).click();
    await page.getByText('3 of 3').waitFor();
    const texts = await page.locator('main .post-body').allInnerTexts();
    assert.deepEqual(
      texts.map((text) => text.trim()),
      ['On bread', 'It needs flour', 'It needs time'],
    );
    assert.deepEqual(await violationsIn(page), []);
    await page.context().close();
  });

  it('has pictures in its later posts, and is kept when the dialog closes', async () => {
    const page = await enter(services, ada);
    page.setDefaultTimeout(15_000);
    await page.goto('/');
    await page.locator('.composer-prompt').click();
    await page.getByRole('dialog').locator('textarea').first().fill('On cake');
    await page.getByRole('button', { name: 'Add another post' }).click();
    await page.getByLabel('Post 2', { exact: true }).fill('It needs an egg');
    await page.getByRole('button', { name: 'Add another post' }).click();
    await page.keyboard.type('It needs sugar');
    await page.keyboard.press('Escape');
    await page.locator('.composer-dialog').waitFor({ state: 'detached' });
    await page.locator('.composer-prompt').click();
    assert.equal(await page.getByLabel('Post 3', { exact: true }).inputValue(), 'It needs sugar');
    await page.getByRole('button', { name: 'Remove post 2' }).click();
    const last = page.locator('.composer-thread > li');
    assert.equal(await last.count(), 1);
    const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const file = { name: 'sugar.png', mimeType: 'image/png', buffer };
    await last.locator('input[type=file]').setInputFiles(file);
    await last.getByLabel('Alt text for sugar.png').fill('A bowl of sugar');
    assert.deepEqual(await violationsIn(page), []);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByRole('link', { name: 'Show this thread of 2 posts' }).first().click();
    await page.getByText('2 of 2').waitFor();
    assert.equal(await page.locator('main .post').last().getByAltText('A bowl of sugar').count(), 1);
    assert.equal(await page.getByAltText('A bowl of sugar').count(), 1);
    await page.locator('.composer-prompt, [href="/compose"]').first().click();
    await page.getByRole('dialog').waitFor();
    assert.equal(await page.locator('.composer-thread > li').count(), 0, 'what was sent is forgotten');
    await page.context().close();
  });

  it('is written by thumb', async () => {
    const page = await enter(services, ada, true, { hasTouch: true, viewport: { width: 390, height: 844 } });
    page.setDefaultTimeout(15_000);
    await page.goto('/');
    await page.locator('.composer-prompt').tap();
    await page.getByRole('dialog').locator('textarea').first().fill('On tea');
    await page.getByRole('button', { name: 'Add another post' }).tap();
    await page.getByLabel('Post 2', { exact: true }).fill('It needs water');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390));
    await page.getByRole('button', { name: 'Post', exact: true }).tap();
    await page.getByRole('link', { name: 'Show this thread of 2 posts' }).first().waitFor();
    await page.context().close();
  });

  it('is written without scripts', async () => {
    const page = await enter(services, ada, false);
    await page.goto('/compose');
    await page.locator('textarea[name=text]').fill('On soup');
    await page.getByRole('button', { name: 'Add another post' }).click();
    await page.getByLabel('Post 2', { exact: true }).fill('It needs salt');
    await page.getByRole('button', { name: 'Add another post' }).click();
    assert.equal(await page.getByLabel('Post 2', { exact: true }).inputValue(), 'It needs salt');
    await page.getByLabel('Post 3', { exact: true }).fill('It needs fire');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByRole('link', { name: 'Show this thread of 3 posts' }).first().waitFor();
    await page.context().close();
  });
});
