// Whoever reads a conversation stays at their place: what arrives is counted, and edits and deletions happen there.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import { eventually } from '../../peers/eventually.ts';
import { startServices, type Services } from '../../services.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from '../interface/enter.ts';
import { addFriends, says } from './chat-world.ts';

const desktop = { viewport: { width: 1280, height: 700 } };
const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } };

describe('the place in a conversation', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer, carol: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    [ada, bob, carol] = await addFriends(services.app);
  });
  after(() => services.stop());

  /** Sends numbered messages. Returns the conversation. */
  const say = async (from: Viewer, to: Viewer, ...texts: string[]) => {
    let conversation = '';
    for (const text of texts)
      conversation = (await sendMessage(services.app, from, { recipients: [to.id], text })).conversationId;
    return conversation;
  };
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${name} ${n + 1}`);
  const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
  const scroll = (page: Page, top: number) =>
    page.locator('.chat-scroll').evaluate((element, top) => element.scrollTo({ top }), top);
  const offset = (page: Page) => page.locator('.chat-scroll').evaluate(({ scrollTop }) => scrollTop);
  const isInView = (page: Page, text: string) =>
    page
      .locator('.messages')
      .getByText(text, { exact: true })
      .evaluate((found) => {
        const { top, bottom } = found.getBoundingClientRect();
        return top > 50 && bottom < innerHeight;
      });
  /** As the arrow keys do. The script may replace the message just then, when it was seen. */
  const focus = (message: Locator) =>
    eventually(
      () =>
        message.evaluate((found: HTMLElement) => {
          found.tabIndex = -1;
          found.focus();
          return document.activeElement === found;
        }),
      (isFocused) => isFocused,
    );
  /** The script of the conversation names the day. */
  const open = async (page: Page, path: string) => {
    await page.goto(path);
    await page.locator('.chat-day', { hasText: 'Today' }).waitFor();
  };

  for (const [name, options] of [
    ['at a desk', desktop],
    ['on a phone', phone],
  ] as const)
    it(`is kept while messages arrive, which are counted and marked ${name}`, async () => {
      const other = name === 'at a desk' ? bob : carol;
      const conversation = await say(ada, other, ...numbered('Mine', 40));
      const page = await enter(services, ada, true, options);
      await open(page, `/messages/${conversation}`);
      await scroll(page, -600);
      const newest = page.locator('.chat-newest');
      await newest.waitFor();
      const before = await offset(page);
      await say(other, ada, 'First of two', 'Second of two');
      await page.getByRole('button', { name: 'Jump to newest: 2 new' }).waitFor();
      assert.ok((await offset(page)) <= before, 'what is read does not move');
      assert.equal(await isInView(page, 'Second of two'), false);
      assert.deepEqual(await violationsIn(page), []);
      await newest.click();
      await newest.waitFor({ state: 'hidden' });
      assert.equal(await isInView(page, 'Second of two'), true);
      const mark = page.locator('.chat-unread + .message', { hasText: 'First of two' });
      await mark.waitFor();
      await field(page).fill('An answer');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('.message.mine[data-id]', { hasText: 'An answer' }).waitFor();
      assert.equal(await page.locator('.chat-unread').count(), 0, 'who answers has read');
      await page.context().close();
    });

  it('begins at the first unread message, however many there are', async () => {
    const conversation = await say(bob, ada, ...numbered('Unread', 25));
    const page = await enter(services, ada, true, desktop);
    await open(page, `/messages/${conversation}`);
    await eventually(
      () => isInView(page, 'Unread 1'),
      (isShown) => isShown,
    );
    await page.getByRole('button', { name: 'Jump to newest: 25 new' }).click();
    await eventually(
      () => isInView(page, 'Unread 25'),
      (isShown) => isShown,
    );
    await page.goto('/messages');
    await say(bob, ada, ...numbered('Later', 45));
    await open(page, `/messages/${conversation}`);
    assert.equal(await page.locator('.chat-unread').count(), 0, 'its place is not on this page');
    await page.getByRole('link', { name: 'First new message' }).click();
    await eventually(
      () => isInView(page, 'Later 1'),
      (isShown) => isShown,
    );
    await page.context().close();
  });

  it('is kept by edits and replies with the keyboard', async () => {
    const conversation = await say(carol, ada, ...numbered('Line', 40));
    await say(ada, carol, 'A tpyo');
    await say(carol, ada, ...numbered('More', 20));
    const page = await enter(services, ada, true, desktop);
    await open(page, `/messages/${conversation}`);
    await scroll(page, 0);
    await field(page).fill('A draft');
    const own = page.locator('.message.mine', { hasText: 'A tpyo' });
    await focus(own);
    const before = await offset(page);
    assert.ok(before < -100);
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Save' }).waitFor();
    assert.equal(await field(page).inputValue(), 'A tpyo');
    await page.keyboard.press('Escape');
    assert.equal(await field(page).inputValue(), 'A draft', 'the composer is back with its text');
    await focus(own);
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Save' }).waitFor();
    await field(page).fill('No typo');
    await page.keyboard.press('Enter');
    await says(page, 'No typo');
    await page.getByRole('button', { name: 'Send' }).waitFor();
    assert.equal(await field(page).inputValue(), 'A draft');
    assert.ok(Math.abs((await offset(page)) - before) < 40, 'the conversation does not move');

    await focus(page.locator('.message', { hasText: 'Line 40' }));
    await page.keyboard.press('r');
    await page.locator('.chat-reply', { hasText: 'Line 40' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.chat-reply').waitFor({ state: 'hidden' });
    await field(page).fill('');
    await page.keyboard.press('ArrowUp');
    await page.getByRole('button', { name: 'Save' }).waitFor();
    assert.equal(await field(page).inputValue(), 'No typo');
    await field(page).fill(' ');
    await page.keyboard.press('Enter');
    await page.locator('.toast[data-kind=error]').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.locator('.chat-list [aria-current]').focus();
    await page.keyboard.press('?');
    await page.getByText('Next or previous message').waitFor();
    await page.context().close();
  });

  it('is kept by a deletion with a thumb, and what fails says so', async () => {
    const conversation = await say(ada, carol, ...numbered('Delete', 40));
    const page = await enter(services, ada, true, phone);
    await open(page, `/messages/${conversation}`);
    await scroll(page, -500);
    const old = page.locator('.message', { hasText: 'Delete 25' });
    await old.scrollIntoViewIfNeeded();
    const before = await offset(page);
    const remove = async (name: string) => {
      await old.locator('.message-menu > a').tap();
      await page.getByRole('menu').getByRole('menuitem', { name }).tap();
    };
    // The menu is loaded when it is first opened.
    await old.locator('.message-menu > a').tap();
    await page.getByRole('menu').waitFor();
    await old.locator('.message-menu > a').tap();
    await page.context().setOffline(true);
    await remove('Delete for me');
    await page.locator('.toast[data-kind=error]').waitFor();
    await page.context().setOffline(false);
    await remove('Delete for everyone');
    await page.getByRole('dialog').getByRole('button').last().tap();
    await page.locator('.message.deleted').waitFor();
    assert.ok(Math.abs((await offset(page)) - before) < 60, 'the conversation does not move');
    await page.context().close();
  });

  it('is kept by a swipe that replies, and by one that is not far enough', async () => {
    const conversation = await say(bob, ada, 'Swipe me');
    const page = await enter(services, ada, true, phone);
    await open(page, `/messages/${conversation}`);
    const box = await page.locator('.messages').getByText('Swipe me', { exact: true }).boundingBox();
    assert.ok(box);
    const touch = await page.context().newCDPSession(page);
    const swipe = async (distance: number) => {
      const [x, y] = [box.x + 10, box.y + box.height / 2];
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved?: number) =>
        touch.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: moved === undefined ? [] : [{ x: x + moved, y }],
        });
      await send('touchStart', 0);
      for (let step = 1; step <= 8; step += 1) await send('touchMove', (distance * step) / 8);
      await send('touchEnd');
    };
    await swipe(30);
    assert.equal(await page.locator('.chat-reply').isVisible(), false);
    await swipe(100);
    await page.locator('.chat-reply', { hasText: 'Swipe me' }).waitFor();
    await page.getByRole('link', { name: 'Cancel' }).tap();
    await page.locator('.chat-reply').waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('has what could not be sent, also after the page was left, and sends it by itself', async () => {
    const conversation = await say(ada, bob, 'Before');
    const page = await enter(services, ada, true, phone);
    await open(page, `/messages/${conversation}`);
    await page.context().setOffline(true);
    await field(page).fill('Sent by itself');
    await page.getByRole('button', { name: 'Send' }).tap();
    await page.locator('.message.failed', { hasText: 'Not sent' }).waitFor();
    assert.deepEqual(await violationsIn(page), []);
    await page.context().setOffline(false);
    await page.locator('.message.mine[data-id]', { hasText: 'Sent by itself' }).waitFor();

    const path = `**/messages/${conversation}`;
    await page.route(path, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await field(page).fill('Sent later');
    await page.getByRole('button', { name: 'Send' }).tap();
    await page.locator('.message.failed').waitFor();
    await page.unroute(path);
    await page.goto('/messages');
    await page.getByRole('link', { name: /Bob Test/ }).tap();
    await page.locator('.message.mine[data-id]', { hasText: 'Sent later' }).waitFor();
    assert.equal(await page.locator('.message', { hasText: 'Sent later' }).count(), 1);
    await page.reload();
    await page.locator('.message.mine[data-id]', { hasText: 'Sent later' }).waitFor();
    assert.equal(await page.locator('.message', { hasText: 'Sent later' }).count(), 1);
    await page.context().close();
  });
});
