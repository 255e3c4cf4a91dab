// Hop in use: the block sheet, the link drawer, and a bio page that starts with the profile.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import type { Viewer } from '../../../src/platform/app.ts';
import { assignLink, ownedCampaigns } from '../../../src/links/campaigns/campaigns.ts';
import { addLink } from '../../../src/links/shorten/add-links.ts';
import { findLinkOf } from '../../../src/links/link/link.ts';
import { storePicture } from '../../../src/platform/pictures.ts';
import { type Services, startServices } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { enter } from './enter.ts';

describe('Hop in a browser', () => {
  let services: Services;
  let ada: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#936' } })
      .png()
      .toBuffer();
    const { path, small } = await storePicture(services.app, ada.id, picture, 'avatars', 'picture');
    await services.app.db
      .updateTable('identity.account')
      .set({ biography: 'I write about engines.', picture: path, picture_small: small })
      .where('id', '=', ada.id)
      .execute();
  });
  after(() => services.stop());

  for (const hasScripts of [true, false])
    it(`creates a bio page from the profile and adds blocks, ${hasScripts ? 'with' : 'without'} scripts`, async () => {
      const page = await enter(services, ada, hasScripts);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${services.hop}/dashboard/bio`);
      assert.match(await page.getByLabel('Name').inputValue(), /ada/i);
      await page.getByRole('button', { name: 'Create page' }).click();
      await page.getByRole('link', { name: 'Settings' }).first().waitFor();
      const builder = page.url();
      await page.goto(`${builder}/settings`);
      assert.equal(await page.locator('[name=about]').inputValue(), 'I write about engines.');
      assert.equal(await page.getByLabel('Remove image').count(), 1);
      await page.goto(builder);
      await page.getByRole('link', { name: 'Add block' }).click();
      if (hasScripts) await page.locator('dialog#add-block[open]').waitFor();
      else await page.waitForURL(/blocks\/new$/);
      await page.getByRole('link', { name: /^Heading/ }).click();
      await page.getByLabel('Heading').fill('Watch and read');
      await page.getByRole('button', { name: 'Add block' }).click();
      await page.getByText('Block added.').waitFor();
      await page.locator('.bio-block-title', { hasText: 'Watch and read' }).waitFor();
      await page.context().close();
    });

  for (const hasScripts of [true, false])
    it(`acts on a new link and on a row at 390 pixels, ${hasScripts ? 'with scripts' : 'without scripts'}`, async () => {
      const page = await enter(services, ada, hasScripts);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${services.hop}/dashboard`);
      await page.getByLabel('Destination URL').fill('https://example.com/shop');
      await page.getByRole('button', { name: 'Shorten', exact: true }).click();
      await page.getByText('Your short link is ready').waitFor();
      await page.getByRole('img', { name: 'QR code of the short link' }).waitFor();
      await page.locator('.notice summary', { hasText: 'Share' }).click();
      await page.getByRole('link', { name: 'WhatsApp' }).waitFor();
      await page.goto(`${services.hop}/dashboard/links/many`);
      await page.getByLabel('URLs, one per line').fill('https://example.com/a\nnonsense://x');
      await page.getByRole('button', { name: 'Shorten all' }).click();
      await page.getByRole('heading', { name: '1 link created' }).waitFor();
      await page.getByText('1 line was not shortened.').waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      await page.context().close();
    });

  it('opens the shared menu of a list by keyboard', async () => {
    const { app } = services;
    const { id } = await ownedCampaigns.add(app, ada, { name: 'Keys' });
    const page = await enter(services, ada);
    await page.goto(`${services.hop}/dashboard/campaigns?q=Keys`);
    await page.getByRole('link', { name: 'Actions for Keys' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`campaigns/${id}/edit$`));
    await page.context().close();
  });

  it('keeps the name of a link clear of the button that removes it from its campaign', async () => {
    const { app } = services;
    const campaign = await ownedCampaigns.add(app, ada, { name: 'Spring', isPublic: true });
    const { id } = await addLink(app, ada, { url: 'https://example.com/', alias: 'a-rather-long-alias' });
    await assignLink(app, ada, campaign.id, id);
    const page = await enter(services, ada);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${services.hop}/dashboard/campaigns/${campaign.id}`);
    const row = page.locator('tr', { hasText: 'a-rather-long-alias' });
    const name = await row.locator('.link-cell-short').boundingBox();
    const remove = await row.getByRole('button', { name: 'Remove', exact: true }).boundingBox();
    assert.ok(name && remove && name.x + name.width <= remove.x, JSON.stringify([name, remove]));
    await page.context().close();
  });

  it('confirms before a key is regenerated, and shows the new one at once', async () => {
    const page = await enter(services, ada);
    await page.goto(`${services.hop}/dashboard/api`);
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Actions for First key').click();
    await page.getByRole('button', { name: 'Regenerate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The current key stops working immediately').waitFor();
    await dialog.getByRole('button', { name: 'Regenerate' }).click();
    await page.locator('.shown-key .button').waitFor();
    await page.context().close();
  });

  it('chooses colors by a swatch, and shows single colors only after “Custom” is chosen', async () => {
    const page = await enter(services, ada, false);
    await page.goto(`${services.hop}/dashboard/bio`);
    await page.getByRole('button', { name: 'Create page' }).click();
    const builder = page.url();
    await page.goto(`${builder}/design`);
    const button = page.getByLabel('Button text');
    assert.equal(await button.isVisible(), false);
    await page.getByLabel('Custom', { exact: true }).check({ force: true });
    assert.equal(await button.isVisible(), true);
    await page.getByLabel('Forest', { exact: true }).check({ force: true });
    await page.getByRole('radio', { name: 'Monospace' }).check({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`${builder}/design`);
    assert.ok(await page.getByLabel('Forest', { exact: true }).isChecked());
    const shown = await page.request.get(`${builder}/preview`);
    assert.match(await shown.text(), /--page:#052e16[^]*--font:ui-monospace/);
    await page.context().close();
  });

  it('edits a link in a drawer, and returns to the unchanged list', async () => {
    const { id } = await addLink(services.app, ada, { url: 'https://example.org/before', alias: 'engine' });
    const page = await enter(services, ada);
    await page.goto(`${services.hop}/dashboard?q=engine`);
    await page.waitForLoadState('networkidle');
    await page.locator(`#link-${id} a[data-menu]`).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const drawer = page.locator('dialog#edit-link[open]');
    const field = drawer.getByLabel('Destination URL');
    await field.fill('example.org/after');
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
    assert.deepEqual(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
    );
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Changes are live.').waitFor();
    assert.equal(new URL(page.url()).search, '?q=engine');
    assert.equal((await findLinkOf(services.app, ada.id, id))?.url, 'https://example.org/after');
    assert.equal(await page.locator('dialog[open]').count(), 0);
    await page.context().close();
  });

  it('keeps the submit button of code and design forms visible on a phone', async () => {
    const page = await enter(services, ada, false);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${services.hop}/dashboard/qr/new`);
    const bottom = async (name: string) => {
      const box = await page.getByRole('button', { name }).boundingBox();
      return (box?.y ?? 9999) + (box?.height ?? 0);
    };
    const bar = (await page.locator('nav.navigation').first().boundingBox())?.y ?? 0;
    assert.ok((await bottom('Save code')) <= bar);
    await page.goto(`${services.hop}/dashboard/bio`);
    await page.getByRole('link', { name: 'ada' }).first().click();
    await page.goto(`${page.url()}/design`);
    assert.ok((await bottom('Save')) <= bar);
    await page.context().close();
  });
});
