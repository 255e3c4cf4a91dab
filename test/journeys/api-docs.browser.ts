import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openContext } from '../chromium/browser.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';

describe('the docs of an API', () => {
  let services: Services;
  before(async () => {
    services = await startServices();
  });
  after(() => services.stop());

  for (const [service, subject, operation] of [
    ['plaza', 'Core and app', 'Sign in'],
    ['hop', 'Links', 'Shorten a URL'],
  ] as const)
    it(`are shown by ${service}, which alone is asked for them`, async () => {
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
      // Subjects are closed at first, so that the page is there at once.
      await page.getByRole('button', { name: 'Expand operation' }).first().waitFor({ state: 'attached' });
      await page.locator('.opblock-tag', { hasText: subject }).first().click();
      await page.getByText(operation, { exact: true }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await context.close();
      assert.deepEqual(elsewhere, []);
      assert.deepEqual(complaints, []);
    });
});
