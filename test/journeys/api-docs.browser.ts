import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openContext } from '../chromium/browser.ts';
import { openSignedIn } from '../chromium/enter-as.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { addPerson } from '../world.ts';

describe('the API docs', () => {
  let services: Services;
  before(async () => {
    services = await startServices();
  });
  after(() => services.stop());

  it('of hop create a key on a press, for those who are signed in', async () => {
    const stranger = await openContext();
    const before = await stranger.newPage();
    const address = `${services.hop}/api-docs/links?open=postUrlAdd#postUrlAdd`;
    await before.goto(address);
    await before.locator('#postUrlAdd').getByText('Try it').click();
    await before.locator('#postUrlAdd').getByRole('link', { name: 'Sign in' }).waitFor();
    assert.equal(await before.getByRole('button', { name: 'Create a key' }).count(), 0);
    await stranger.close();
    const context = await openSignedIn(services, await addPerson(services.app, 'ada'));
    const page = await context.newPage();
    const opened = page.locator('#postUrlAdd');
    const answer = await page.goto(address);
    assert.equal(answer?.headers()['cache-control'], 'private, no-store');
    await opened.getByText('Try it').click();
    await opened.getByRole('button', { name: 'Create a key for one hour' }).click();
    await opened.getByText('The key is entered').waitFor();
    const key = await opened.getByRole('textbox', { name: 'Authorization: Bearer' }).inputValue();
    await opened.getByRole('button', { name: 'Send request' }).click();
    await opened.locator('output pre').getByText('"shorturl"').waitFor();
    assert.ok(!page.url().includes(key));
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    assert.ok(key.length > 20 && !stored.includes(key));
    await page.reload();
    await opened.getByText('Try it').click();
    assert.equal(await opened.getByRole('textbox', { name: 'Authorization: Bearer' }).inputValue(), '');
    await context.close();
  });

  for (const [service, subject, slug, id, operation, credential] of [
    ['plaza', 'Core and app', 'core-and-app', 'postAuthSignin', 'Sign in', 'X-API-Key'],
    ['hop', 'Links', 'links', 'postUrlAdd', 'Shorten a URL', 'Authorization: Bearer'],
  ] as const) {
    it(`of ${service} can be read and searched without scripts, and load no viewer`, async () => {
      const context = await openContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(request.url()));
      await page.goto(`${services[service]}/api-docs`);
      await page.getByRole('heading', { name: subject, exact: true }).waitFor();
      await page.locator(`li a[href$="#${id}"]`).click();
      await page.waitForURL(`**/api-docs/${slug}?open=${id}#${id}`);
      const opened = page.locator(`#${id}[open]`);
      await opened.getByText('curl -X POST').waitFor();
      await opened.getByRole('table', { name: 'Body' }).waitFor();
      await page.getByRole('searchbox').fill(operation);
      await page.getByRole('searchbox').press('Enter');
      await page.getByRole('heading', { name: `Results for “${operation}”` }).waitFor();
      await page.locator(`#${id} summary`).click();
      await page.locator(`#${id}[open]`).waitFor();
      await context.close();
      assert.deepEqual(
        asked.filter((address) => address.includes('swagger')),
        [],
      );
    });

    it(`of ${service} expand in place with scripts, and load the content on demand`, async () => {
      const context = await openContext();
      const page = await context.newPage();
      await page.goto(`${services[service]}/api-docs`);
      await page.getByRole('link', { name: subject, exact: true }).first().click();
      await page.waitForURL(`**/api-docs/${slug}`);
      assert.equal(await page.getByText('curl -X POST').count(), 0);
      await page.locator(`#${id} summary`).click();
      await page.locator(`#${id}`).getByText('curl -X POST').waitFor();
      await context.close();
    });

    it(`of ${service} send a request and show the response`, async () => {
      const context = await openContext();
      const page = await context.newPage();
      await page.goto(`${services[service]}/api-docs/${slug}?open=${id}#${id}`);
      const opened = page.locator(`#${id}`);
      await opened.getByText('Try it').click();
      await opened.getByRole('textbox', { name: credential }).fill('wrong');
      await opened.getByRole('button', { name: 'Send request' }).click();
      await opened
        .locator('output')
        .getByText(/^4\d\d .* ms$/)
        .waitFor();
      await opened.locator('output pre').getByText('"message"').waitFor();
      await context.close();
    });
  }
});
