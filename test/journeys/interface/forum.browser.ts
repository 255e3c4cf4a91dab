// Reading and replying in a thread, and the layout at widths between phone and desktop.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { addForum, addSection } from '../../../src/social/forums/forums.ts';
import { addReply, startThread } from '../../../src/social/forums/threads/posting.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { enter } from './enter.ts';

describe('a thread', () => {
  let services: Services;
  let page: Page;
  let thread: string;
  const replies: string[] = [];
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    const { app } = services;
    const olga = await addPerson(app, 'olga');
    const ada = await addPerson(app, 'ada');
    const sectionId = await addSection(app, olga, 'House and garden');
    const forumId = await addForum(app, olga, {
      sectionId,
      parentId: null,
      description: '',
      title: 'Garden',
    });
    thread = await startThread(app, ada, { forumId, title: 'Slugs', text: 'What helps?', follows: true });
    for (const text of ['Beer', 'Ducks', 'Patience', 'Copper'])
      replies.push(await addReply(app, ada, { threadId: thread, text, follows: true }));
    page = await enter(services, olga);
    await page.goto(`/forums/threads/${thread}`);
    await page.waitForLoadState('networkidle');
  });
  after(async () => {
    await page.context().close();
    await services.stop();
  });

  it('labels its author, and links to the last reply', async () => {
    await page.locator(`#post-${replies[0] ?? ''} .post-author`, { hasText: 'Author' }).waitFor();
    const bar = page.getByRole('navigation', { name: 'This thread' });
    await bar.getByRole('link', { name: 'Last reply' }).click();
    await page.waitForURL(`**#post-${replies.at(-1) ?? ''}`);
  });

  it('has a reply link on each reply', async () => {
    const isWriting = () =>
      page.waitForFunction(() => document.activeElement?.closest('.markdown-editor') !== null);
    await page
      .locator(`#post-${replies[1] ?? ''}`)
      .getByRole('link', { name: /^Reply to/ })
      .click();
    await isWriting();
  });

  it('supports j to move and r to reply', async () => {
    await page.goto(`/forums/threads/${thread}`);
    await page.waitForLoadState('networkidle');
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.keyboard.press('j');
    assert.match((await focused()) ?? '', /^post-/);
    await page.keyboard.press('r');
    await page.waitForFunction(() => document.activeElement?.closest('.markdown-editor') !== null);
  });

  it('fills the width between phone and desktop', async () => {
    for (const width of [641, 700, 768]) {
      await page.setViewportSize({ width, height: 800 });
      const [main, glass] = await page.evaluate(() => [
        document.querySelector('main')?.getBoundingClientRect().width,
        document.body.getBoundingClientRect().width,
      ]);
      assert.equal(main, glass, `${String(main)} of ${String(glass)} at ${width}`);
    }
  });
});
