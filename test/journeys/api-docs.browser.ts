import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openContext } from '../chromium/browser.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';

describe('the API docs', () => {
  let services: Services;
  before(async () => {
    services = await startServices();
  });
  after(() => services.stop());

  for (const [service, subject, slug, id, operation] of [
    ['plaza', 'Core and app', 'core-and-app', 'postAuthSignin', 'Sign in'],
    ['hop', 'Links', 'links', 'postUrlAdd', 'Shorten a URL'],
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

    it(`of ${service} can be tried in a viewer that only sends requests to ${service}`, async () => {
      const context = await openContext();
      const page = await context.newPage();
      const elsewhere: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== services[service]) elsewhere.push(request.url());
      });
      page.on('pageerror', (error) => void complaints.push(String(error)));
      await page.goto(`${services[service]}/api-docs`);
      await page.getByRole('link', { name: 'Try it in Swagger UI' }).click();
      // Sections are collapsed initially, so that the page renders quickly.
      await page.getByRole('button', { name: 'Expand operation' }).first().waitFor({ state: 'attached' });
      await page.locator('.opblock-tag', { hasText: subject }).first().click();
      await page.getByText(operation, { exact: true }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await context.close();
      assert.deepEqual(elsewhere, []);
      assert.deepEqual(complaints, []);
    });
  }
});
