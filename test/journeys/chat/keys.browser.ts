// Chat by keyboard only.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { openContext } from '../../chromium/browser.ts';
import { openSignedIn } from '../../chromium/enter-as.ts';
import { startServices, type Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { eventually } from '../../peers/eventually.ts';

describe('the keyboard in chat', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer, carol: Viewer;
  let withBob: string, withCarol: string;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    [ada, bob, carol] = [
      await addPerson(services.app, 'ada'),
      await addPerson(services.app, 'bob'),
      await addPerson(services.app, 'carol'),
    ];
    for (const other of [bob, carol]) {
      await connect(services.app, ada, 'friend-add', other.id);
      await connect(services.app, other, 'friend-accept', ada.id);
    }
    const say = (from: Viewer, to: Viewer, text: string) =>
      sendMessage(services.app, from, { recipients: [to.id], text });
    withCarol = (await say(carol, ada, 'Rain again')).conversationId;
    for (const text of ['One', 'Two', 'Three']) withBob = (await say(bob, ada, text)).conversationId;
  });
  after(() => services.stop());

  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement: found } = document;
      return (
        found?.querySelector('.chat-row-name, .message-text')?.textContent.trim() ??
        found?.getAttribute('aria-label')
      );
    });
  const presses = async (page: Page, steps: [key: string, to: string][]) => {
    for (const [key, to] of steps) {
      await page.keyboard.press(key);
      const found = await eventually(
        () => focused(page),
        (each) => each === to,
      );
      assert.equal(found, to, key);
    }
  };

  it('moves through the list and the messages, and back', async () => {
    const context = await openSignedIn(services, ada, { viewport: { width: 1280, height: 800 } });
    try {
      const page = await context.newPage();
      await page.goto('/messages');
      await page.locator('.chat-row').nth(1).waitFor();
      await page.locator('.avatar').first().hover();
      await page.getByRole('searchbox').focus();
      // Chat handles keys once its scripts have loaded.
      await eventually(
        async () => {
          await page.keyboard.press('ArrowDown');
          return focused(page);
        },
        (each) => each === 'Bob Test',
      );
      await presses(page, [
        ['/', 'Search messages'],
        ['ArrowDown', 'Bob Test'],
        ['ArrowDown', 'Carol Test'],
        ['ArrowDown', 'Carol Test'],
        ['ArrowUp', 'Bob Test'],
        ['ArrowUp', 'Search messages'],
        ['ArrowDown', 'Bob Test'],
      ]);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/messages/${withBob}`);
      const field = page.getByRole('textbox', { name: 'Message', exact: true });
      await field.focus();
      await page.keyboard.type('First');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('second');
      await eventually(
        async () => {
          await page.keyboard.press('Enter');
          return field.inputValue();
        },
        (text) => text.trim() === '',
      );
      const sent = page.locator('.message.mine[data-id]', { hasText: 'First' });
      await sent.waitFor();
      assert.match(
        await sent.locator('.message-text').innerHTML(),
        /First<br>\s*second/,
        'the message has two lines',
      );

      await page.locator('.chat-scroll').focus();
      await page.keyboard.press('ArrowUp');
      await presses(page, [
        ['ArrowUp', 'Three'],
        ['ArrowUp', 'Two'],
        ['Home', 'One'],
        ['ArrowDown', 'Two'],
      ]);
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
      await page.locator('.message', { hasText: 'Two' }).focus();
      await presses(page, [
        ['Escape', 'Message'],
        ['Escape', 'Bob Test'],
        ['ArrowDown', 'Carol Test'],
      ]);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/messages/${withCarol}`);
      await field.focus();
      await page.keyboard.type('A draft');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.waitForURL('**/messages');
      await page.getByText('Draft: A draft').waitFor();
    } finally {
      await context.close();
    }
  });

  it('loses nothing that is typed and clicked while scripts are loading', async () => {
    const context = await openSignedIn(services, ada, { viewport: { width: 1280, height: 800 } });
    try {
      const page = await context.newPage();
      let allow = (): void => undefined;
      /** Scripts arrive when they are allowed to, as on a slow network. */
      const delay = async (scripts: string) => {
        const allowed = new Promise<void>((resolve) => (allow = resolve));
        await page.unrouteAll();
        await page.route(scripts, async (route) => {
          await allowed;
          await route.continue();
        });
      };
      const field = page.getByRole('textbox', { name: 'Message', exact: true });
      const sent = page.locator('.message.mine[data-id] .message-text');
      const go = (path: string) => page.goto(path, { waitUntil: 'commit' });

      // Without any script, the form is an ordinary one.
      await delay('**/assets/**/*.{ts,js}');
      await go(`/messages/${withCarol}`);
      await field.fill('By the button');
      await page.getByRole('button', { name: 'Send' }).click();
      await sent.filter({ hasText: 'By the button' }).waitFor();
      assert.equal(new URL(page.url()).pathname, `/messages/${withCarol}`);

      // What is typed before the scripts arrive is still there when they have, and is sent by them.
      await field.focus();
      await page.keyboard.type('Early bird');
      allow();
      await page.waitForFunction(() => document.documentElement.dataset.script !== undefined);
      await page.getByRole('button', { name: 'Record a voice message' }).waitFor();
      await page.keyboard.type(' and the worm');
      await page.getByRole('button', { name: 'Send' }).click();
      await sent.filter({ hasText: /^\s*Early bird and the worm\s*$/ }).waitFor();
      await eventually(
        () => field.inputValue(),
        (text) => text === '',
      );

      // With all but the controllers of chat.
      await delay('**/chat/*.ts');
      await go(`/messages/${withCarol}`);
      await page.waitForFunction(() => document.documentElement.dataset.script !== undefined);
      await field.fill('Between the two');
      await page.getByRole('button', { name: 'Send' }).click();
      await sent.filter({ hasText: 'Between the two' }).waitFor();
      allow();
    } finally {
      await context.close();
    }
  });

  it('repeats a click for a controller that was not there yet', async () => {
    const context = await openContext({ baseURL: services.plaza });
    try {
      const page = await context.newPage();
      let allow = (): void => undefined;
      const allowed = new Promise<void>((resolve) => (allow = resolve));
      await page.route('**/controllers/*.ts', async (route) => {
        await allowed;
        await route.continue();
      });
      await page.goto('/signup');
      const password = page.getByLabel('Password', { exact: true });
      await password.fill('a long enough one');
      await page.getByRole('button', { name: 'Show password' }).first().click();
      assert.equal(await password.getAttribute('type'), 'password');
      allow();
      await page.locator('input[type=text][name*=password]').waitFor();
      assert.equal(await password.inputValue(), 'a long enough one');

      await page.unrouteAll();
      await page.goto('/tools');
      await page.getByRole('searchbox').last().pressSequentially('uuid');
      await page.waitForURL(/uuid/);
    } finally {
      await context.close();
    }
  });

  it('returns to the list on a phone', async () => {
    const context = await openSignedIn(services, ada, { viewport: { width: 390, height: 800 } });
    try {
      const page = await context.newPage();
      await page.goto(`/messages/search?in=${withBob}`);
      await page.locator('.chat-details').waitFor();
      await page.getByRole('link', { name: 'Back' }).focus();
      await page.keyboard.press('Escape');
      await page.waitForURL(`**/messages/${withBob}`);
      await page.getByRole('textbox', { name: 'Message', exact: true }).focus();
      await page.keyboard.press('Escape');
      await page.waitForURL('**/messages');
    } finally {
      await context.close();
    }
  });
});
