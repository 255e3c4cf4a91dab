// Requests are answered within the notification.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connect } from '../../../src/social/relationships/connect.ts';
import { addPage } from '../../../src/social/pages/editing.ts';
import { inviteToLike } from '../../../src/social/pages/liking.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { enter } from './enter.ts';

describe('notifications in a browser', () => {
  let services: Services;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
  });
  after(() => services.stop());

  it('filters them, and accepts a friend request in place', async () => {
    const { app } = services;
    const ada = await addPerson(app, 'ada');
    const bob = await addPerson(app, 'bob');
    await connect(app, bob, 'friend-add', ada.id);
    const page = await enter(services, ada);
    await page.goto('/notifications');
    await page.getByRole('link', { name: 'Requests' }).click();
    // The address changes before the page does.
    await page.locator('main a[aria-current]', { hasText: 'Requests' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Accept: bob' }).click();
    await page.getByRole('button', { name: 'Friends: bob' }).waitFor();
    assert.match(page.url(), /notifications\?show=requests$/);
    await page.context().close();
  });

  it('shows its settings as a table on a phone', async () => {
    const page = await enter(services, await addPerson(services.app, 'gina'));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/settings/notifications');
    const boxes = page.locator('tbody tr').first().locator('input');
    const tops = await boxes.evaluateAll((inputs) =>
      inputs.map((input) => input.getBoundingClientRect().top),
    );
    assert.equal(tops.length, 3);
    assert.equal(new Set(tops).size, 1);
    await page.context().close();
  });

  it('declines an invitation to like a page in place', async () => {
    const { app } = services;
    const [eve, frank] = [await addPerson(app, 'eve'), await addPerson(app, 'frank')];
    await connect(app, frank, 'friend-add', eve.id);
    await connect(app, eve, 'friend-accept', frank.id);
    const about = { username: 'bakery', title: 'Bakery', category: '', about: '', website: '' };
    await inviteToLike(app, frank, await addPage(app, frank, about), eve.id);
    const page = await enter(services, eve);
    await page.goto('/notifications?show=requests');
    await page.waitForLoadState('networkidle');
    const row = page.locator('.notification', { hasText: 'Bakery' });
    await row.getByRole('button', { name: 'Decline' }).click();
    await row.getByText('Declined').waitFor();
    assert.match(page.url(), /notifications\?show=requests$/);
    assert.equal(await row.getByRole('button').count(), 0);
    await page.context().close();
  });
});
