import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { buildExtension } from '../../scripts/build/build-extension.ts';
import { createAccessKey } from '../../src/identity/access-keys.ts';
import type { Viewer } from '../../src/platform/app.ts';
import { type ExtensionBrowser, openExtensionBrowser } from '../chromium/extension-browser.ts';
import { eventually } from '../peers/eventually.ts';
import { startServices, type Services } from '../services.ts';
import { addPerson, password } from '../world.ts';
import { violationsIn } from '../journeys/check-page.ts';

describe('the browser extension', () => {
  let services: Services;
  let folder: string;
  let browser: ExtensionBrowser;
  let ada: Viewer;
  before(async () => {
    services = await startServices();
    ada = await addPerson(services.app, 'ada');
    await addDomain('go.example.test');
    folder = await mkdtemp(join(tmpdir(), 'extension-'));
    await buildExtension(folder);
    await grantHosts(folder);
    browser = await openExtensionBrowser(folder);
  });
  after(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
    await services.stop();
  });

  const addDomain = (host: string) =>
    services.app.db
      .insertInto('links.domain')
      .values({
        account_id: ada.id,
        host,
        created_at: services.app.clock.now(),
      })
      .execute();
  const urls = async () =>
    (await services.app.db.selectFrom('links.link').select(['alias', 'url']).orderBy('id').execute()).map(
      ({ alias, url }) => [alias, url],
    );
  const open = async (path: string) => {
    const page = await browser.context.newPage();
    await page.goto(path.startsWith('http') ? path : browser.address(path));
    return page;
  };

  /** Waits for a page that opens by itself. */
  const shown = async (start: string) => {
    const page = await eventually(
      () => browser.context.pages().find((each) => each.url().startsWith(start)),
      (found) => found !== undefined,
    );
    assert.ok(page);
    return page;
  };
  const expireToken = () =>
    browser.worker.evaluate(`chrome.storage.local.get('connection').then(({ connection }) => {
      connection.session.expiresAt = 0;
      return chrome.storage.local.set({ connection });
    })`);
  /** What a page of the service can paste. */
  const copied = async (page: Page) => {
    await browser.context.grantPermissions(['clipboard-read'], {
      origin: services.hop,
    });
    await page.bringToFront();
    return page.evaluate(() => navigator.clipboard.readText());
  };

  it('asks for the address when it is installed, and says at its field what is wrong', async () => {
    const page = await shown(browser.address('connect.html'));
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('Enter an address such as').waitFor();
    await page.getByLabel('Address of your Hop').fill('localhost:1');
    await page.keyboard.press('Enter');
    await page.getByText('localhost:1 cannot be reached').waitFor();
    assert.equal(await page.getByLabel('Address of your Hop').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Address of your Hop').fill(services.hop);
    await page.getByText('Use an API key instead').click();
    await page.getByLabel('API key', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('This key is not accepted').waitFor();
    await page.getByLabel('API key', { exact: true }).fill(await createAccessKey(services.app, ada.id));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Connected' }).waitFor();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('heading', { name: 'Connect to Hop' }).waitFor();
    await page.close();
  });

  it('signs in by OAuth at the person’s own installation', async () => {
    const page = await open('connect.html');
    await page.getByLabel('Address of your Hop').fill(services.hop);
    await page.keyboard.press('Enter');
    const asked = await browser.findView(`${services.plaza}/signin`);
    await asked.until(`document.querySelector('[name=password]') !== null`);
    for (const [name, value] of Object.entries({
      username_email: 'ada',
      password,
    }))
      await asked.evaluate(`document.querySelector('[name=${name}]').value = '${value}'`);
    await asked.evaluate(`document.querySelector('[name=password]').form.requestSubmit()`);
    await asked.until(`document.querySelector('h1')?.textContent === 'Let Browser extension act for you?'`);
    await asked.evaluate(`document.querySelector('[value=approve]').click()`);
    await page.getByRole('heading', { name: 'Connected' }).waitFor();
    await page.close();
  });

  it('shortens the page that is shown when its icon is clicked, and copies the link', async () => {
    const page = await open(`${services.hop}/report`);
    const popup = await browser.openPopup(page);
    await popup.until(`document.activeElement?.id === 'shorten'`);
    assert.equal(await popup.evaluate(`document.getElementById('url').value`), `${services.hop}/report`);
    await popup.evaluate(`(document.getElementById('url').value = 'https://example.com/shown', 0)`);
    await popup.press('Enter');
    await popup.until(`!document.getElementById('result').hidden`);
    await popup.until(`document.getElementById('said').textContent === 'Copied'`);
    const [[alias] = []] = await urls();
    assert.equal(await copied(page), `${services.hop}/${alias}`);
    await page.close();
  });

  it('shortens a link from its menu and a page by a key, at once', async () => {
    const page = await open(`${services.hop}/report`);
    for (const [url, act] of [
      [
        'https://example.com/from-menu',
        `chrome.contextMenus.onClicked.dispatch({ linkUrl: 'https://example.com/from-menu' }, {})`,
      ],
      [
        'https://example.com/by-key',
        `chrome.commands.onCommand.dispatch('shorten', { url: 'https://example.com/by-key' })`,
      ],
    ] as const) {
      await page.bringToFront();
      await browser.worker.evaluate(act);
      const popup = await browser.findView(browser.address('popup.html'));
      await popup.until(`document.getElementById('said').textContent !== ''`);
      assert.equal(await popup.evaluate(`document.getElementById('said').textContent`), 'Copied');
      const [alias, target] = (await urls()).at(-1) ?? [];
      assert.equal(target, url);
      assert.equal(await copied(page), `${services.hop}/${alias}`);
    }
    await page.close();
  });

  it('chooses alias, domain and tag, draws the QR code, and copies the last links again', async () => {
    const page = await open('popup.html');
    await page.getByLabel('Destination').fill('https://example.com/chosen');
    await page.getByLabel('Alias').fill('dashboard');
    await page.getByRole('button', { name: 'Shorten and copy' }).click();
    await page.locator('#alias-error').getByText('reserved').waitFor();
    await page.getByLabel('Alias').fill('chosen');
    await page.getByLabel('Domain').selectOption({ label: 'go.example.test' });
    await page.getByLabel('Tag').fill('print');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'go.example.test/chosen' }).waitFor();
    await page.getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('img', { name: 'QR code of go.example.test/chosen' }).waitFor();
    const tags = await services.app.db.selectFrom('links.tag').select('name').execute();
    assert.deepEqual(tags, [{ name: 'print' }]);
    await expireToken();
    await page.reload();
    // The page forbids what Playwright would evaluate to wait.
    assert.equal(await eventually(() => page.locator('#tag').inputValue(), Boolean), 'print');
    await page.getByRole('button', { name: 'Copy go.example.test/chosen' }).click();
    await page.getByText('Copied').waitFor();
    await page.close();
  });

  it('is accessible in light and dark, and reads right to left in Arabic', async () => {
    for (const name of ['popup.html', 'connect.html'])
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await open(name);
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violationsIn(page), [], `${name} ${colorScheme}`);
        await page.close();
      }
    const arabic = await openExtensionBrowser(folder, 'ar');
    const page = await arabic.context.newPage();
    await page.goto(arabic.address('popup.html'));
    await page.getByRole('button', { name: 'ربط' }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl');
    await arabic.close();
  });

  it('has every text in every language, asks for least, and is small', async (context) => {
    const source = 'packages/extension/static/_locales';
    const texts = async (language: string) =>
      Object.entries(
        JSON.parse(await readFile(`${source}/${language}/messages.json`, 'utf8')) as Record<
          string,
          { message: string; placeholders?: object }
        >,
      );
    const english = (await texts('en')).map(([name, { placeholders }]) => [name, placeholders]).sort();
    for (const language of ['ar', 'de', 'es', 'fr']) {
      const given = await texts(language);
      assert.deepEqual(
        given.map(([name, { placeholders }]) => [name, placeholders]).sort(),
        english,
        language,
      );
    }
    const manifest = JSON.parse(await readFile('packages/extension/static/manifest.json', 'utf8')) as object;
    assert.partialDeepStrictEqual(manifest, {
      permissions: ['activeTab', 'contextMenus', 'identity', 'storage'],
    });
    const files = await readdir(folder, {
      recursive: true,
      withFileTypes: true,
    });
    const bytes = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async (file) => (await stat(join(file.parentPath, file.name))).size),
    );
    const total = bytes.reduce((sum, each) => sum + each, 0);
    context.diagnostic(`${total} bytes unpacked`);
    assert.ok(total < 100_000);
  });
});

/** Chromium asks for hosts in a window that no test can click: here they are granted with the installation. */
async function grantHosts(folder: string): Promise<void> {
  const file = join(folder, 'manifest.json');
  const { optional_host_permissions: host_permissions, ...manifest } = JSON.parse(
    await readFile(file, 'utf8'),
  ) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...manifest, host_permissions }));
}
