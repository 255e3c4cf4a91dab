// Three people chat in browsers: live in both directions, through a disconnect, in groups, and without
// scripts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Viewer } from '../../../src/platform/app.ts';
import { openSignedIn } from '../../chromium/enter-as.ts';
import { startServices, type Services } from '../../services.ts';
import { addFriends, says, textsOf, write } from './chat-world.ts';

describe('people in chat', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer, carol: Viewer;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    [ada, bob, carol] = await addFriends(services.app);
  });
  after(() => services.stop());

  const enter = (viewer: Viewer, options: object = {}) => openSignedIn(services, viewer, options);

  it('chat live, react, edit, delete, and catch up after a disconnect', async () => {
    const [hers, his] = [await enter(ada), await enter(bob)];
    try {
      const page = await hers.newPage();
      await page.goto(`/messages/new?to=${bob.id}`);
      await page.locator('input[name=message]').fill('Hello **Bob**');
      await page.getByRole('button', { name: 'Send' }).click();
      await says(page, 'Hello Bob');
      const other = await his.newPage();
      await other.goto(new URL(page.url()).pathname);
      await says(other, 'Hello Bob');
      await write(other, 'Hello Ada');
      await says(page, 'Hello Ada');
      await page.locator('textarea[name=message]').pressSequentially('Tea');
      await other.getByText('Ada Test is typing…').waitFor();
      await page.keyboard.press('Enter');
      await says(other, 'Tea');
      await page.getByText('Seen', { exact: true }).waitFor();

      // The menu stays open while the message changes.
      await page.locator('.message', { hasText: 'Tea' }).locator('.message-menu > a').click();
      const tea = other.locator('.message', { hasText: 'Tea' });
      await tea.locator('.message-menu > a').click();
      await other.getByRole('menu').getByTitle('Love').click();
      await page.locator('.message-reactions [value=love]').waitFor();

      await page.getByRole('menu').getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Save' }).waitFor();
      await page.locator('textarea[name=message]').fill('Coffee');
      await page.keyboard.press('Control+Enter');
      await says(other, 'Coffee');
      await page.getByRole('button', { name: 'Send' }).waitFor();

      await his.setOffline(true);
      for (const text of ['one', 'two', 'three']) await write(page, text);
      await says(page, 'three');
      await page.locator('.pending').first().waitFor({ state: 'detached' });
      await his.setOffline(false);
      await says(other, 'three');
      assert.deepEqual(await textsOf(other), ['Hello Bob', 'Hello Ada', 'Coffee', 'one', 'two', 'three']);
      assert.deepEqual(await textsOf(page), await textsOf(other), 'both see the same order');

      const three = page.locator('.message', { hasText: 'three' });
      await three.locator('.message-menu > a').click();
      await page.getByRole('menu').getByRole('menuitem', { name: 'Delete for everyone' }).click();
      await page.getByRole('dialog').getByRole('button').last().click();
      await other.getByText('Message deleted').first().waitFor();
    } finally {
      await hers.close();
      await his.close();
    }
  });

  it('see that a message failed, and resend it as the same message', async () => {
    const hers = await enter(ada);
    try {
      const page = await hers.newPage();
      await page.goto(`/messages/new?to=${bob.id}`);
      await write(page, 'Sent once');
      await says(page, 'Sent once');
      await page.locator('.pending').waitFor({ state: 'detached' });
      // Without a connection, it would be sent by itself with the next one.
      await page.route('**/messages/*', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await write(page, 'Sent twice');
      await page.getByRole('button', { name: 'Retry' }).waitFor();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.locator('.pending').waitFor({ state: 'detached' });
      assert.equal((await textsOf(page)).filter((text) => text === 'Sent twice').length, 1);
    } finally {
      await hers.close();
    }
  });

  it('have groups in which members see each other’s messages', async () => {
    const contexts = [await enter(ada), await enter(bob), await enter(carol)];
    try {
      const [page, second, third] = await Promise.all(contexts.map((context) => context.newPage()));
      assert.ok(page && second && third);
      await page.goto(`/messages/new?to=${bob.id}&to=${carol.id}`);
      await page.getByLabel('Group name').fill('Picnic');
      await page.locator('input[name=message]').fill('Who brings cake?');
      await page.getByRole('button', { name: 'Create group' }).click();
      await says(page, 'Who brings cake?');
      const path = new URL(page.url()).pathname;
      await second.goto('/messages');
      await second.getByRole('link', { name: /Picnic/ }).click();
      await third.goto(path);
      await write(second, 'I do');
      await says(third, 'I do');
      await says(page, 'I do');
      await second.goto(`${path}/details`);
      assert.match(await second.locator('.chat-details').innerText(), /3 members/);
    } finally {
      for (const context of contexts) await context.close();
    }
  });

  it('read and write without scripts', async () => {
    const hers = await enter(ada, { javaScriptEnabled: false });
    try {
      const page = await hers.newPage();
      await page.goto('/messages');
      await page.getByRole('link', { name: /Bob Test/ }).click();
      assert.match(await page.locator('.messages').innerText(), /Hello Ada/);
      await page.locator('textarea[name=message]').fill('By hand');
      await page.getByRole('button', { name: 'Send' }).click();
      assert.match(await page.locator('.messages').innerText(), /By hand/);
    } finally {
      await hers.close();
    }
  });
});
