// Reading and replying in a thread, its solution by keyboard and thumb, and the layout at widths between phone and desktop.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { addForum, addSection } from '../../../src/social/forums/forums.ts';
import { addReply, startThread } from '../../../src/social/forums/threads/posting.ts';
import { startServices, type Services } from '../../services.ts';
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

describe('the solution of a thread', () => {
  let services: Services;
  let page: Page;
  let thread: string;
  let forum: string;
  const replies: string[] = [];
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    const { app } = services;
    const [olga, ada] = [await addPerson(app, 'olga'), await addPerson(app, 'ada')];
    const sectionId = await addSection(app, olga, 'House and garden');
    const at = { sectionId, parentId: null, description: '', hasSolutions: true };
    forum = await addForum(app, olga, { ...at, title: 'Garden' });
    thread = await startThread(app, ada, {
      ...{ forumId: forum, title: 'Slugs', text: 'What helps?', follows: true },
    });
    for (const text of ['Beer', 'Ducks', 'Patience'])
      replies.push(await addReply(app, olga, { threadId: thread, text, follows: true }));
    page = await enter(services, ada);
  });
  after(async () => {
    await page.context().close();
    await services.stop();
  });

  const cardOf = (at: number) => page.locator(`#post-${replies[at] ?? ''}`);
  const open = async () => {
    await page.goto(`/forums/threads/${thread}`);
    await page.waitForLoadState('networkidle');
  };

  it('is marked with the keyboard, and shown below the first post', async () => {
    await open();
    await cardOf(1).getByRole('button', { name: 'Mark as solution' }).focus();
    await page.keyboard.press('Enter');
    await cardOf(1).getByText('Solution', { exact: true }).waitFor();
    const box = page.getByRole('region', { name: 'Solution' });
    await box.getByText('Ducks').waitFor();
    await box.getByRole('link', { name: 'Go to solution' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**#post-${replies[1] ?? ''}`);
  });

  it('is found by the filters of the forum', async () => {
    await page.goto(`/forums/${forum}`);
    await page.getByText('Solved', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Unsolved' }).click();
    await page.getByText('No unsolved threads').waitFor();
  });

  it('is undone and marked with a thumb', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open();
    const [undo] = [cardOf(1).getByRole('button', { name: 'Undo solution' })];
    const size = await undo.boundingBox();
    assert.ok((size?.height ?? 0) >= 32, String(size?.height));
    await undo.click();
    await page.getByRole('region', { name: 'Solution' }).waitFor({ state: 'detached' });
    await cardOf(2).getByRole('button', { name: 'Mark as solution' }).click();
    await page.getByRole('region', { name: 'Solution' }).getByText('Patience').waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} wide`);
  });
});
