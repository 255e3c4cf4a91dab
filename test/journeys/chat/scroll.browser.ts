// A long conversation opened in the middle loads in both directions and preserves the scroll position.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { openSignedIn } from '../../chromium/enter-as.ts';
import { startServices, type Services } from '../../services.ts';
import { addPerson } from '../../world.ts';

const messages = 130;

describe('a long conversation', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer;
  let place = '';
  const ids: string[] = [];

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'bob');
    await connect(services.app, ada, 'friend-add', bob.id);
    await connect(services.app, bob, 'friend-accept', ada.id);
    for (let n = 1; n <= messages; n++) {
      const [from, to] = n % 3 === 0 ? [bob, ada] : [ada, bob];
      const sent = await sendMessage(services.app, from, { recipients: [to.id], text: `Message ${n}` });
      place = sent.conversationId;
      ids.push(sent.id);
    }
  });
  after(() => services.stop());

  const shown = (page: Page) =>
    page.locator('.message[data-id]').evaluateAll((all) => all.map((each) => each.dataset.id ?? ''));
  const topOf = async (page: Page, id: string) =>
    (await page.locator(`#message-${id}`).boundingBox())?.y ?? NaN;

  const enter = (viewport: { width: number; height: number }) => openSignedIn(services, ada, { viewport });

  it('loads newer messages up to the newest, and older ones up to the first', async () => {
    const context = await enter({ width: 1280, height: 700 });
    try {
      const page = await context.newPage();
      await page.goto(`/messages/${place}?after=${ids[49]}#message-${ids[50]}`);
      await page.locator('.chat-newest:not([hidden])').waitFor();
      const [top, bottom] = [await topOf(page, ids[50] ?? ''), await topOf(page, ids[79] ?? '')];
      assert.ok(top > 0 && top < 700, 'the linked message is in view');
      assert.ok(bottom > 0);
      const scroll = page.locator('.chat-scroll');

      for (let seen = 0; (await shown(page)).at(-1) !== ids.at(-1);) {
        const { length } = await shown(page);
        assert.ok(length > seen, 'scrolling to the bottom loads more');
        seen = length;
        const last = (await shown(page)).at(-1) ?? '';
        await scroll.evaluate((element) => element.scrollTo({ top: 0 }));
        const before = await topOf(page, last);
        await page.waitForFunction(
          ([many]) => document.querySelectorAll('.message[data-id]').length > (many ?? 0),
          [length],
        );
        assert.ok(Math.abs((await topOf(page, last)) - before) < 2, 'the visible messages do not move');
      }
      await scroll.evaluate((element) => element.scrollTo({ top: 0 }));
      await page.locator('.chat-newest').waitFor({ state: 'hidden' });
      assert.deepEqual(await shown(page), ids.slice(ids.indexOf((await shown(page))[0] ?? '')));

      while ((await shown(page))[0] !== ids[0]) {
        const { length } = await shown(page);
        await scroll.evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
        await page.waitForFunction(
          ([many]) => document.querySelectorAll('.message[data-id]').length > (many ?? 0),
          [length],
        );
      }
      assert.deepEqual(await shown(page), ids, 'each message appears once, in order');
    } finally {
      await context.close();
    }
  });

  for (const width of [390, 1280])
    it(`shows the actions of a message within a window of ${width} pixels`, async () => {
      const context = await enter({ width, height: 700 });
      try {
        const page = await context.newPage();
        await page.goto(`/messages/${place}`);
        for (const kind of ['.message.mine', '.message:not(.mine)']) {
          const opener = page.locator(`${kind} .message-menu > a`).last();
          await opener.click();
          const menu = page.getByRole('menu');
          for (const end of [menu.locator('.message-picker button').first(), menu])
            assert.ok(await end.evaluate(isInSight), `${kind} at ${width}`);
          await opener.click();
          await menu.waitFor({ state: 'hidden' });
        }
      } finally {
        await context.close();
      }
    });

  it('keeps one day in view, and names the author of the message replied to', async () => {
    await sql`update social.message set created_at = created_at - interval '400 days'
      where id <= ${ids[99]}`.execute(services.app.db);
    const context = await enter({ width: 1280, height: 700 });
    try {
      const page = await context.newPage();
      await page.goto(`/messages/${place}?after=${ids[89]}#message-${ids[99]}`);
      await page.locator('.chat-newest:not([hidden])').waitFor();
      const year = new Date(Date.now() - 400 * 86_400_000).getFullYear();
      await page.locator('.chat-day', { hasText: String(year) }).waitFor();
      assert.equal(await page.locator('.chat-day', { hasText: 'Today' }).count(), 1);
      const overlaps = await page.evaluate(async () => {
        const scroll = document.querySelector('.chat-scroll');
        const last = [...document.querySelectorAll<HTMLElement>('.chat-day')].at(-1);
        last?.previousElementSibling?.scrollIntoView({ block: 'start' });
        let found = 0;
        for (let steps = 0; steps < 30; steps += 1) {
          scroll?.scrollBy(0, 4);
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const rects = [...document.querySelectorAll<HTMLElement>('.chat-day')]
            .filter((day) => getComputedStyle(day).visibility === 'visible')
            .map((day) => day.getBoundingClientRect());
          if (rects.some((rect, i) => (rects[i + 1]?.top ?? Infinity) < rect.bottom)) found += 1;
        }
        return found;
      });
      assert.equal(overlaps, 0, 'days do not overlap');
      assert.equal(
        await page.evaluate(() => document.documentElement.clientWidth),
        1280,
        'the page fills the window',
      );

      const theirs = page.locator(`#message-${ids[101]}`);
      await theirs.hover();
      await theirs.locator('.message-menu > a').click();
      await page.getByRole('menu').getByRole('menuitem', { name: 'Reply' }).click();
      const text = await theirs.locator('.message-text').innerText();
      assert.equal(await page.locator('[data-chat-target=replyText]').innerText(), `Bob Test ${text}`);
    } finally {
      await context.close();
    }
  });
});

/** Whether the corners of an element are visible and not covered. */
function isInSight(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const corners = [
    [left + 12, top + 12],
    [right - 12, bottom - 12],
  ];
  return corners.every(([x = 0, y = 0]) => element.contains(document.elementFromPoint(x, y)));
}
