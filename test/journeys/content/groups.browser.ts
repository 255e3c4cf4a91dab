// A group in a browser on a phone: its picture, what notifies a member, and an article in it, without scripts too.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import type { Viewer } from '../../../src/platform/app.ts';
import { addGroup } from '../../../src/social/groups/groups.ts';
import { inviteToGroup } from '../../../src/social/groups/invitations.ts';
import { acceptGroupInvitation } from '../../../src/social/groups/membership.ts';
import { openSignedIn } from '../../chromium/enter-as.ts';
import { type Services, startServices } from '../../services.ts';
import { addPerson } from '../../world.ts';

describe('a group in a browser', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer;
  let path: string;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    const { app } = services;
    // The first account becomes the operator.
    await addPerson(app, 'olga');
    ada = await addPerson(app, 'ada');
    bob = await addPerson(app, 'bob');
    const group = { kind: 'closed', title: 'Bakers', about: 'Bread', rules: '', questions: [] };
    const id = await addGroup(app, ada, group);
    const token = await inviteToGroup(app, ada, id, { uses: 1, life: 7 });
    await acceptGroupInvitation(app, bob, token, { accepts: true });
    path = `/groups/${id}`;
  });
  after(() => services.stop());

  const enter = async (viewer: Viewer, javaScriptEnabled: boolean) => {
    const options = { javaScriptEnabled, viewport: { width: 390, height: 844 } };
    return (await openSignedIn(services, viewer, options)).newPage();
  };

  it('has a picture that its owner sets', async () => {
    const page = await enter(ada, true);
    await page.goto(`${path}/edit`);
    const buffer = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a63' } })
      .png()
      .toBuffer();
    await page.locator('input[name=file]').setInputFiles({ name: 'loaf.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Save picture' }).click();
    await page.locator('.own-picture img').waitFor();
    await page.goto(path);
    assert.equal(await page.locator('.page-header img.avatar').count(), 1);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(widest <= 390, `${widest} px`);
  });

  for (const scripts of [true, false])
    it(`notifies a member as they choose ${scripts ? 'with' : 'without'} scripts`, async () => {
      const page = await enter(bob, scripts);
      await page.goto(path);
      await page.locator('main').getByRole('link', { name: 'Notifications', exact: true }).click();
      await page.getByLabel('All posts').check();
      await page.getByLabel('Mute', { exact: true }).selectOption('8');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.waitForURL(`**${path}`);
      await page.goto(`${path}/notifications`);
      await page.getByText('Muted until').waitFor();
      assert.equal(await page.getByLabel('All posts').isChecked(), true);
    });

  it('has articles of its members', async () => {
    const page = await enter(bob, false);
    await page.goto(path);
    await page.getByRole('link', { name: 'Write an article' }).click();
    await page.locator('[name=title]').fill('Sourdough');
    await page.locator('textarea[name=text]').fill('Feed it daily.');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { name: 'Sourdough' }).first().waitFor();
    await page.goto(path);
    await page.getByText('Sourdough').first().waitFor();
  });
});
