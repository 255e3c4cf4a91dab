// Cards at names, what menus of posts do with their authors, and recipients found while typing.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Viewer } from '../../../src/platform/app.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { type Services, startServices } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { enter } from './enter.ts';

describe('people on pages', () => {
  let services: Services;
  let ada: Viewer;
  let bob: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    const { app } = services;
    await addPerson(app, 'olga');
    [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
    await connect(app, ada, 'follow', bob.id);
    await publishPost(app, bob, { text: 'Hello from Bob', privacy: 'public', photos: [] });
  });
  after(() => services.stop());

  it('shows a card while a mouse rests on a name, and follows from it', async () => {
    const page = await enter(services, ada);
    await page.goto('/');
    const name = page.locator('article.post').getByRole('link', { name: /bob/i }).first();
    await name.hover();
    const card = page.locator('.hover-card-box');
    await card.getByText('@bob').waitFor();
    await card.getByRole('button', { name: /Following/ }).click();
    await card.getByRole('button', { name: /^Follow:/ }).waitFor();
    await card.getByRole('button', { name: /^Follow:/ }).click();
    await card.getByRole('button', { name: /^Following:/ }).waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/');
    await page.context().close();
  });

  it('mutes an author from the menu of a post without leaving the page', async () => {
    const page = await enter(services, ada, true, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.goto('/');
    const opener = page.locator('article.post a[data-menu=post]').first();
    await opener.tap();
    await page.getByRole('menuitem', { name: /^Mute/ }).tap();
    await page.locator('.toast', { hasText: /is muted/ }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
    await opener.press('ArrowDown');
    await page.getByRole('menuitem', { name: /^Unmute/ }).press('Enter');
    await page.locator('.toast', { hasText: /no longer muted/ }).waitFor();
    await page.context().close();
  });

  it('has what a menu loads as a page without scripts', async () => {
    const page = await enter(services, ada, false);
    await page.goto('/');
    await page.locator('article.post a[data-menu=post]').first().click();
    await page.getByRole('link', { name: 'Follow, mute or block' }).click();
    await page.getByRole('button', { name: /^Mute/ }).click();
    await page.getByText(/is muted/).waitFor();
    await connect(services.app, ada, 'unmute', bob.id);
    await page.context().close();
  });

  it('finds recipients while their names are typed', async () => {
    const page = await enter(services, ada);
    await page.goto('/messages/new');
    const field = page.getByRole('searchbox', { name: 'Search people' });
    await field.pressSequentially('olg');
    const found = page.getByRole('list', { name: 'People' });
    await found.getByText('@bob').waitFor({ state: 'detached' });
    await found.getByText('@olga').click();
    await page.getByRole('list', { name: 'Recipients' }).waitFor();
    await field.pressSequentially('bob');
    await found.getByText('@olga').waitFor({ state: 'detached' });
    await found.getByText('@bob').click();
    await page.getByLabel('Group name').fill('Three');
    await page.getByLabel('Message', { exact: true }).fill('Hello both');
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByText('Hello both').first().waitFor();
    await page.context().close();
  });
});
