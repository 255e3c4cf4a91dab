// Sharing: repost and undo in one press, quote, copy, send in a message, and the same without scripts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from './enter.ts';

describe('sharing in a browser', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'bob');
  });
  after(() => services.stop());

  const say = (text: string) => publishPost(services.app, ada, { text, privacy: 'public', photos: [] });
  const menu = (page: Page) => page.getByRole('menu');
  const item = (page: Page, name: string) => menu(page).getByRole('menuitem', { name });

  it('reposts and undoes it with the keyboard, in place', async () => {
    const id = await say('Worth a repost');
    const page = await enter(services, bob);
    await page.goto('/discover');
    const button = page.locator(`#share-${id} a`);
    await button.focus();
    await page.keyboard.press('Enter');
    await item(page, 'Repost').waitFor();
    assert.deepEqual(await violationsIn(page), []);
    await page.keyboard.press('Enter');
    await page.getByText('Reposted').waitFor();
    await button.getByText('1', { exact: true }).waitFor();
    await button.press('Enter');
    await item(page, 'Undo repost').press('Enter');
    await page.getByText('Repost undone').waitFor();
    await button.getByText('1', { exact: true }).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/discover');
    await page.context().close();
  });

  it('copies the link, quotes, and sends it in a message by thumb', async () => {
    const { conversationId } = await sendMessage(services.app, bob, { recipients: [ada.id], text: 'Hello' });
    const id = await say('Worth a word');
    const page = await enter(services, bob, true, {
      hasTouch: true,
      viewport: { width: 390, height: 844 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto('/discover');
    const button = page.locator(`#share-${id} a`);
    await button.tap();
    await item(page, 'Copy link').tap();
    await item(page, 'Copied').waitFor();
    assert.equal(
      await page.evaluate(() => navigator.clipboard.readText()),
      `${services.app.config.plazaUrl}/posts/${id}`,
    );
    await item(page, 'Send in a message').tap();
    await page.locator('.chat-person', { hasText: 'Ada Test' }).first().tap();
    await page.waitForURL(`**/messages/${conversationId}`);
    await page.locator('.message', { hasText: `/posts/${id}` }).waitFor();
    await page.context().close();
  });

  it('has all of it on a page without scripts', async () => {
    const id = await say('Plain sharing');
    const page = await enter(services, bob, false);
    await page.goto('/discover');
    await page.locator(`#share-${id} a`).click();
    await page.waitForURL(`**/posts/${id}/share`);
    await page.getByRole('button', { name: 'Repost', exact: true }).click();
    await page.getByText('Reposted').waitFor();
    await page.goto(`/posts/${id}/share`);
    await page.getByRole('button', { name: 'Undo repost' }).click();
    await page.getByText('Repost undone').waitFor();
    await page.context().close();
  });
});
