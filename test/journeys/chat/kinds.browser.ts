// Every kind of message between three browsers, one of which is away for a while.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { startSession } from '../../../src/identity/sessions/sessions.ts';
import type { Viewer } from '../../../src/platform/http/caller.ts';
import { createGroup } from '../../../src/social/chat/conversations/create-group.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { openContext } from '../../chromium/browser.ts';
import { startServices, type Services } from '../../services.ts';
import { addPerson } from '../../world.ts';

describe('people in a group', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer, carol: Viewer;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'bob');
    carol = await addPerson(services.app, 'carol');
    for (const other of [bob, carol]) {
      await connect(services.app, ada, 'friend-add', other.id);
      await connect(services.app, other, 'friend-accept', ada.id);
    }
  });
  after(() => services.stop());

  async function enter(viewer: Viewer, options: object = {}): Promise<BrowserContext> {
    const context = await openContext({ baseURL: services.plaza, ...options });
    const device = { madeBy: 'page', userAgent: '', address: '' } as const;
    const token = await startSession(services.app, viewer.id, device);
    await context.addCookies(
      Object.entries({ c_user: viewer.id, xs: token }).map(([name, value]) => ({
        name,
        value,
        url: services.plaza,
      })),
    );
    return context;
  }

  const says = (page: Page, text: string) => page.locator('.message', { hasText: text }).waitFor();
  const textsOf = (page: Page) => page.locator('.message-text').allInnerTexts();
  const write = async (page: Page, text: string) => {
    await page.locator('textarea[name=message]').fill(text);
    await page.keyboard.press('Enter');
  };

  it('send every kind of message, and one who was away has all of it', async () => {
    const contexts = [await enter(ada), await enter(bob), await enter(carol)];
    try {
      const [page, second, third] = await Promise.all(contexts.map((context) => context.newPage()));
      assert.ok(page && second && third);
      const group = await createGroup(services.app, ada, { title: 'Kinds', memberIds: [bob.id, carol.id] });
      for (const each of [page, second, third]) {
        await each.goto(`/messages/${group}`);
        await each.locator('.chat-composer').waitFor();
      }
      await contexts[2]?.setOffline(true);
      const red = { width: 40, height: 30, channels: 3, background: 'red' } as const;
      const picture = await sharp({ create: red }).png().toBuffer();
      const files = [
        { name: 'one.png', mimeType: 'image/png', buffer: picture },
        { name: 'two.png', mimeType: 'image/png', buffer: picture },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') },
      ];
      await page.locator('input[name=files]').setInputFiles(files);
      await write(page, 'Photos and a **file** for @bob');
      await second.locator('.message-photo').nth(1).waitFor();
      await second.getByText('notes.txt').waitFor();
      await second.locator('.message-text a[href="/@bob"]').waitFor();

      const withPhotos = second.locator('.message', { hasText: 'Photos and a file' });
      await withPhotos.locator('.message-menu > summary').click();
      await withPhotos.getByRole('link', { name: 'Reply' }).click();
      await write(second, 'They are red');
      await page.locator('.message-quote', { hasText: 'Photos and a' }).waitFor();
      await withPhotos.locator('.message-menu > summary').click();
      await withPhotos.getByRole('link', { name: 'Forward' }).click();
      await second.getByRole('button', { name: /Kinds/ }).click();
      await page.locator('.message-forwarded').waitFor();
      await page.locator('.message.mine .message-tick[data-receipt=seen]').first().waitFor();

      await contexts[2]?.setOffline(false);
      await third.locator('.message-forwarded').waitFor();
      assert.deepEqual(await textsOf(third), await textsOf(page), 'one who was away reads the same');
      await write(third, 'I am back');
      for (const each of [page, second]) await says(each, 'I am back');
    } finally {
      for (const context of contexts) await context.close();
    }
  });
});
