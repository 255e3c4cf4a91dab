// What text fields do while people write: mentions and hashtags are completed, and buttons format.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { block } from '../../../src/social/relationships/blocks.ts';
import { learnWords } from '../../../src/social/search/learn-words.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from './enter.ts';

describe('completion', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer;
  let post: string;
  let page: Page;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'robert');
    const hidden = await addPerson(services.app, 'robbery');
    await block(services.app, hidden, ada.id);
    post = await publishPost(services.app, bob, {
      text: 'Bread for all #sourdough',
      privacy: 'public',
      photos: [],
    });
    await learnWords(services.app);
    page = await enter(services, ada);
    // People who write Markdown have text areas.
    await page.addInitScript(() => localStorage.setItem('writes-markdown', ''));
  });
  after(async () => {
    await page.context().close();
    await services.stop();
  });

  const options = () => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

  it('loads on first focus, not before', async () => {
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.goto('/compose');
    await page.waitForLoadState('networkidle');
    assert.ok(!asked.some((address) => address.includes('/writing/complete')));
    const fetched = page.waitForRequest((request) => request.url().includes('/writing/complete'));
    await page.getByLabel('What’s on your mind?').focus();
    await fetched;
  });

  it('mentions the person chosen by keyboard, and never suggests people who block the viewer', async () => {
    await page.goto('/compose');
    const box = page.getByLabel('What’s on your mind?');
    await box.pressSequentially('Hello @rob');
    await options().first().waitFor();
    assert.deepEqual(
      await options()
        .allInnerTexts()
        .then((texts) => texts.map((text) => text.includes('@robert'))),
      [true],
    );
    assert.equal(await box.getAttribute('aria-haspopup'), 'listbox');
    assert.equal(await box.getAttribute('aria-activedescendant'), await options().first().getAttribute('id'));
    assert.deepEqual(await violationsIn(page), []);
    await page.keyboard.press('Enter');
    assert.equal(await box.inputValue(), 'Hello @robert ');
    assert.equal(await box.getAttribute('aria-haspopup'), null);
    assert.equal(await options().count(), 0);
  });

  it('closes on Escape and keeps the typed text', async () => {
    await page.goto(`/posts/${post}`);
    const box = page.getByLabel('Write a comment');
    await box.pressSequentially('@rob');
    await options().first().waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await options().count(), 0);
    assert.equal(await box.inputValue(), '@rob');
  });

  it('inserts the emoji whose name is typed, and leaves times and smileys alone', async () => {
    await page.goto(`/posts/${post}`);
    const box = page.getByLabel('Write a comment');
    await box.fill('');
    await box.pressSequentially('At 10:30 :D we go :rocke');
    await options().first().waitFor();
    assert.deepEqual(await violationsIn(page), []);
    await page.keyboard.press('Enter');
    assert.equal(await box.inputValue(), 'At 10:30 :D we go 🚀 ');
    assert.equal(await options().count(), 0);
    await box.fill('');
  });

  it('completes hashtags, also by click, and lets Enter start a new line', async () => {
    await page.goto('/questions/new');
    const box = page.locator('textarea').first();
    await box.pressSequentially('About #sour');
    await options().first().waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await box.inputValue(), 'About #sour\n');
    await page.keyboard.press('Backspace');
    await options().first().click();
    assert.equal(await box.inputValue(), 'About #sourdough ');
  });

  it('completes a name in a conversation; only the next Enter sends', async () => {
    await connect(services.app, ada, 'friend-add', bob.id);
    await connect(services.app, bob, 'friend-accept', ada.id);
    const { conversationId } = await sendMessage(services.app, bob, { recipients: [ada.id], text: 'Hello' });
    await page.goto(`/messages/${conversationId}`);
    const box = page.getByLabel('Message', { exact: true });
    await box.pressSequentially('I asked @rob');
    await options().first().waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await box.inputValue(), 'I asked @robert ');
    await page.keyboard.press('Enter');
    await page.locator('.message', { hasText: 'I asked @robert' }).first().waitFor();
  });

  it('formats a selection so that it can be undone', async () => {
    await page.goto('/articles/new');
    const box = page.locator('textarea[data-markdown-target=text]').first();
    await box.pressSequentially('bread');
    await box.selectText();
    await page.getByRole('button', { name: 'Bold' }).first().click();
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('textarea:focus')?.value === '**bread**',
    );
    await page.keyboard.press('Control+z');
    assert.equal(await box.inputValue(), 'bread');
  });
});
