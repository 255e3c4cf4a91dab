// What pointers and keys do beyond pressing: sorting, cropping, toolbars, and composing a word.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import sharp from 'sharp';
import { addBio } from '../../../src/links/bio/bios.ts';
import { listBlocks } from '../../../src/links/bio/block.ts';
import { addBlock } from '../../../src/links/bio/blocks.ts';
import type { Viewer } from '../../../src/platform/app.ts';
import { type Services, startServices } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { enter } from './enter.ts';

describe('pointers and keys', () => {
  let services: Services;
  let ada: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
  });
  after(() => services.stop());

  it('sort a list that is longer than the window, and leave it by Escape', async () => {
    const { id } = await addBio(services.app, ada, { title: 'Ada' });
    for (let n = 1; n <= 14; n += 1)
      await addBlock(services.app, ada, id, 'heading', { fields: { text: `Heading ${n}` }, files: [] });
    const before = (await listBlocks(services.app, id)).map((block) => block.id);
    const page = await enter(services, ada, true, { viewport: { width: 1000, height: 500 } });
    await page.goto(`${services.hop}/dashboard/bio/${id}`);
    await page.waitForLoadState('networkidle');
    const ids = () =>
      page.locator('.bio-block').evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.id));

    await lift(page, 0);
    await page.mouse.move(300, 495);
    await page.waitForFunction(() => document.querySelector('.bio-block:last-child')?.matches('.is-lifted'));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    assert.deepEqual(await ids(), before);

    await page.evaluate(() => scrollTo(0, 0));
    await lift(page, 0);
    await page.mouse.move(300, 495);
    await page.waitForFunction(() => document.querySelector('.bio-block:last-child')?.matches('.is-lifted'));
    const saved = page.waitForResponse((response) => response.url().endsWith('/order'));
    await page.mouse.up();
    assert.equal((await saved).status(), 303);
    const after = [...before.slice(1), before[0]];
    assert.deepEqual(
      (await listBlocks(services.app, id)).map((block) => block.id),
      after,
    );
    await page.context().close();
  });

  it('crop a picture by a pinch of two fingers', async () => {
    const page = await enter(services, ada, true, { hasTouch: true, viewport: { width: 390, height: 844 } });
    await page.goto('/settings/pictures');
    const buffer = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#357' } })
      .png()
      .toBuffer();
    const cropper = page.locator('.cropper').first();
    await cropper
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    const canvas = cropper.locator('canvas');
    await canvas.scrollIntoViewIfNeeded();
    const { x, y } = (await canvas.boundingBox())!;
    const width = async () => Number((await cropper.locator('[name=crop]').inputValue()).split(',')[2]);
    assert.equal(await width(), 1);
    const fingers = await page.context().newCDPSession(page);
    await touch(fingers, 'touchStart', [x + 90, y + 100], [x + 110, y + 100]);
    for (let by = 5; by <= 20; by += 5)
      await touch(fingers, 'touchMove', [x + 90 - by, y + 100], [x + 110 + by, y + 100]);
    await touch(fingers, 'touchEnd');
    // The fingers are three times as far apart.
    assert.equal((await width()).toFixed(2), '0.33');
    await page.context().close();
  });

  it('walk a toolbar, which is one stop of the Tab key, and put and remove marks of Markdown', async () => {
    const page = await enter(services, ada);
    await page.goto('/articles/new');
    await page.locator('.ProseMirror').waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent.trim());
    await page.getByRole('button', { name: 'Heading' }).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'Bold');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focused(), 'Preview');
    await page.keyboard.press('Shift+Tab');
    assert.notEqual(await focused(), 'Markdown');
    await page.getByRole('button', { name: 'Markdown', exact: true }).click();
    const area = page.locator('textarea[name=text]');
    const press = async (text: string, name: string, from: number, to: number) => {
      await area.fill(text);
      await area.evaluate((field: HTMLTextAreaElement, [from, to]) => field.setSelectionRange(from, to), [
        from,
        to,
      ] as const);
      await page.getByRole('button', { name, exact: true }).click();
      return area.inputValue();
    };
    assert.equal(await press('good bread', 'Bold', 5, 10), 'good **bread**');
    assert.equal(await press('good **bread**', 'Bold', 7, 12), 'good bread');
    assert.equal(await press('good **bread**', 'Italic', 7, 12), 'good ***bread***');
    assert.equal(await press('see https://example.org', 'Link', 4, 23), 'see [](https://example.org)');
    assert.equal(await press('mix\nbake', 'Numbered list', 0, 8), '1. mix\n2. bake');
    await page.context().close();
  });

  it('leave arrow keys and Enter to a word that is being composed in the search', async () => {
    const page = await enter(services, ada);
    await page.goto('/search');
    await page.waitForLoadState('networkidle');
    const box = page.locator('[data-suggest-target=input]').first();
    await box.pressSequentially('ada');
    const options = page.getByRole('option');
    await options.first().waitFor();
    const chosen = () => page.locator('[role=option][aria-selected=true]').count();
    await box.evaluate((field) =>
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', isComposing: true, bubbles: true }),
      ),
    );
    assert.equal(await chosen(), 0);
    await box.press('ArrowDown');
    assert.equal(await chosen(), 1);
    await page.context().close();
  });
});

async function lift(page: Page, index: number): Promise<void> {
  const { x, y, width, height } = (await page.locator('.bio-block-grip').nth(index).boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
}

const touch = (
  session: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  ...points: readonly (readonly [x: number, y: number])[]
) =>
  session.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: points.map(([x, y], id) => ({ x, y, id })),
  });
