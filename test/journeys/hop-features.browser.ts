// What people create on Hop besides plain links, in Chromium: rules and a password, a QR code, a bio page, an
// import.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startSession } from '../../src/identity/sessions/sessions.ts';
import { openContext } from '../chromium/browser.ts';
import { chrome } from '../follow.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { createWorld } from '../world.ts';

/** Does not have to be reachable: the redirect is enough. */
const world = 'https://example.org';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

describe('on Hop, people', () => {
  let services: Services;
  let page: Page;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    const { ada } = await createWorld(services.app);
    const xs = await startSession(services.app, ada.id, { createdVia: 'page', userAgent: '', address: '' });
    const context = await openContext({ baseURL: services.hop });
    await context.addCookies(
      Object.entries({ c_user: ada.id, xs }).map(([name, value]) => ({ name, value, url: services.hop })),
    );
    page = await context.newPage();
  });
  after(async () => {
    await page.context().close();
    await services.stop();
  });

  /** Returns the external path that the browser is redirected to. */
  const leaving = async (visitor: Page) =>
    new URL((await visitor.waitForRequest((request) => request.url().startsWith(world))).url()).pathname;

  /** Follows a link, enters a wrong password first, and returns the destination. */
  async function follow(alias: string, options: BrowserContextOptions): Promise<string> {
    const context = await openContext(options);
    const visitor = await context.newPage();
    await visitor.goto(`${services.hop}/${alias}`);
    const password = visitor.locator('input[name=password]');
    await password.fill('wrong');
    await visitor.keyboard.press('Enter');
    await visitor.locator('.field-error').waitFor();
    await password.fill('poetical');
    const [left] = await Promise.all([leaving(visitor), visitor.keyboard.press('Enter')]);
    await context.close();
    return left;
  }

  it('save a set of parameters and fill it into the form of a link', async () => {
    await page.goto('/dashboard/utm');
    await page.getByLabel('Name').fill('Newsletter');
    await page.getByLabel('Source').fill('newsletter');
    await page.getByLabel('Referral').fill('partner');
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('link', { name: 'Newsletter', exact: true }).waitFor();
    await page.goto(`/dashboard/links/new?url=${world}/letter`, { waitUntil: 'networkidle' });
    await page.getByText('UTM tags and parameters').click();
    await page.getByLabel('UTM template').selectOption({ label: 'Newsletter' });
    await page.getByText('utm_source=newsletter&ref=partner').waitFor();
    await page.getByLabel('Source').fill('letter');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('utm_source=letter&ref=partner').waitFor();
  });

  it('redirect three visitors to three targets, each after the password', async () => {
    await page.goto('/dashboard/links/new');
    await page.getByLabel('Destination URL').fill(`${world}/all`);
    await page.getByRole('textbox', { name: 'Alias' }).fill('three-ways');
    await page.locator('summary', { hasText: 'Password' }).click();
    await page.locator('input[name=password]').fill('poetical');
    await page.locator('summary', { hasText: 'Targeting' }).click();
    await page.getByLabel('Device, row 1').selectOption('iPhone');
    await page.locator('[name="device_link[]"]').first().fill(`${world}/phone`);
    await page.getByLabel('Language, row 1').selectOption('French');
    await page.locator('[name="language_link[]"]').first().fill(`${world}/lisez`);
    await page.getByRole('button', { name: 'Create link', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/new'));

    const reader = { userAgent: chrome };
    assert.equal(await follow('three-ways', { userAgent: iphone, locale: 'en-GB' }), '/phone');
    assert.equal(await follow('three-ways', { ...reader, locale: 'fr-FR' }), '/lisez');
    assert.equal(await follow('three-ways', { ...reader, locale: 'en-GB' }), '/all');
  });

  it('design a code with a live preview, and scan it', async () => {
    await page.goto('/dashboard/qr/new');
    await page.getByLabel('URL', { exact: true }).fill('https://example.org/poster');
    await page.getByLabel('Name').fill('Poster');
    await page.getByText('Dots', { exact: true }).click();
    await page.locator('[name=foreground]').fill('#145040');
    await page.getByRole('button', { name: 'Save code' }).click();
    await page.waitForURL(/\/dashboard\/qr\/\d+/);
    await page.getByRole('heading', { name: 'Poster' }).waitFor();
    const picture = await page.request.get(`${page.url().split('?')[0] ?? ''}/picture?format=svg`);
    assert.equal(picture.status(), 200);
    assert.match(await picture.text(), /#145040/i);
    const short = (await page.getByLabel('Short URL of the code', { exact: true }).textContent()) ?? '';
    const scanned = await fetch(short.trim(), { redirect: 'manual', headers: { 'user-agent': iphone } });
    assert.equal(scanned.headers.get('location'), 'https://example.org/poster');
  });

  it('build a bio page, and see it as visitors do', async () => {
    await page.goto('/dashboard/bio');
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByRole('textbox', { name: 'Alias' }).fill('ada-and-more');
    await page.getByRole('button', { name: 'Create page' }).click();
    await page.waitForURL(/\/dashboard\/bio\/\d+/);
    await page.getByRole('link', { name: 'Add block' }).click();
    await page.locator('dialog#add-block[open]').waitFor();
    await page.locator('dialog#add-block').getByRole('link', { name: /^Link/ }).first().click();
    await page.getByLabel('Title', { exact: true }).fill('My notes');
    await page.getByLabel('URL', { exact: true }).fill(`${world}/notes`);
    await page.getByRole('button', { name: 'Add block' }).click();
    await page.getByText('Link · 0 clicks').waitFor();

    const context = await openContext({ javaScriptEnabled: false });
    const visitor = await context.newPage();
    await visitor.goto(`${services.hop}/ada-and-more`);
    await visitor.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    const [left] = await Promise.all([
      leaving(visitor),
      visitor.getByRole('link', { name: 'My notes' }).click({ noWaitAfter: true }),
    ]);
    assert.equal(left, '/notes');
    await context.close();
  });

  it('import their links', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `https://example.org/moved/${i},moved-${i}`);
    await page.goto('/dashboard/import');
    await page.locator('input[type=file]').setInputFiles({
      name: 'links.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['url,alias', ...rows].join('\n')),
    });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Links to create').waitFor();
    await page.getByRole('button', { name: /^Import|^Make/ }).click();
    await page.getByRole('link', { name: 'View links' }).waitFor({ timeout: 60_000 });
    await page.getByText('300', { exact: true }).first().waitFor();
    const moved = await fetch(`${services.hop}/moved-299`, { redirect: 'manual' });
    assert.equal(moved.headers.get('location'), 'https://example.org/moved/299');
  });
});
