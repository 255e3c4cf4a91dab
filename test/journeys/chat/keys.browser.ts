// Chat by keyboard only.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/http/caller.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
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
  /** Waits until the script that holds keys has loaded, a moment after the page. */
  const canHold = async (page: Page) => {
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/hold-input.ts')),
    );
    await sleep(100);
  };
  const presses = async (page: Page, steps: [key: string, to: string][]) => {
    for (const [key, to] of steps) {
      await page.keyboard.press(key);
      // Keys are held while their controller loads, so the focus may move later.
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
      await canHold(page);
      await page.locator('.avatar').first().hover();
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
      await page.keyboard.press('Enter');
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
      await page.locator('.message-menu[open]').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await page.locator('.message-menu[open]').waitFor({ state: 'detached' });
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

  it('loses and reorders no keys while scripts are loading', async () => {
    const context = await openSignedIn(services, ada, { viewport: { width: 1280, height: 800 } });
    try {
      const page = await context.newPage();
      let allowKeys = (): void => undefined;
      const delay = async () => {
        const passed = new Promise<void>((resolve) => (allowKeys = resolve));
        await page.unroute('**/chat/*.ts');
        await page.route('**/chat/*.ts', async (route) => {
          await passed;
          await route.continue();
        });
      };
      await delay();
      await page.goto('/messages');
      await canHold(page);
      await page.keyboard.press('/');
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      assert.equal(await focused(page), 'Search messages');
      allowKeys();
      await page.waitForURL(`**/messages/${withCarol}`);

      await delay();
      await page.goto(`/messages/${withCarol}`);
      await canHold(page);
      const field = page.getByRole('textbox', { name: 'Message', exact: true });
      await field.fill('');
      await page.keyboard.type('Early');
      await page.keyboard.press('Enter');
      await page.keyboard.type('bird!');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Enter');
      await page.keyboard.type('The worm');
      assert.equal(await field.inputValue(), 'Early');
      await page.getByRole('button', { name: 'Record a voice message' }).hover();
      allowKeys();
      const sent = page.locator('.message.mine[data-id] .message-text');
      await sent.nth(1).waitFor();
      assert.deepEqual(
        (await sent.allTextContents()).map((text) => text.trim()),
        ['Early', 'bird'],
      );
      assert.equal(await field.inputValue(), 'The worm');

      await delay();
      await page.reload();
      await canHold(page);
      await field.fill('By the button');
      await page.getByRole('button', { name: 'Send' }).click();
      assert.equal(await field.inputValue(), 'By the button');
      allowKeys();
      await sent.filter({ hasText: 'By the button' }).waitFor();
      assert.equal(await field.inputValue(), '');
      assert.equal(page.url(), `${services.plaza}/messages/${withCarol}`);
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
