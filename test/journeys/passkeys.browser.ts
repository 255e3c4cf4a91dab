// Passkeys in Chromium with a virtual device: created, used to sign in, used instead of a code, removed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { beginFactor, confirmFactor, findFactor } from '../../src/identity/second-factor/set-up.ts';
import { codeAt } from '../../src/identity/second-factor/codes.ts';
import type { Viewer } from '../../src/platform/app.ts';
import { openContext } from '../chromium/browser.ts';
import { startServices } from '../services.ts';
import type { Services } from '../services.ts';
import { createWorld, password } from '../world.ts';
import { violationsIn } from './check-page.ts';

describe('passkeys', () => {
  let services: Services;
  let ada: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ({ ada } = await createWorld(services.app));
  });
  after(() => services.stop());

  /** Opens a browser with a virtual authenticator that verifies its user. */
  async function openDevice() {
    const context = await openContext({ baseURL: services.plaza });
    const page = await context.newPage();
    const device = await context.newCDPSession(page);
    await device.send('WebAuthn.enable');
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { context, page, device, authenticatorId };
  }

  async function typePassword(page: Page): Promise<void> {
    await page.goto('/signin');
    await page.getByLabel('Username or email').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  const isHome = (page: Page) => page.waitForURL(services.plaza + '/');
  const signsOfAda = (device: CDPSession, authenticatorId: string) =>
    device.send('WebAuthn.getCredentials', { authenticatorId });

  it('sign in alone, or in place of a code, until they are removed', async () => {
    const { context, page, device, authenticatorId } = await openDevice();
    await typePassword(page);
    await isHome(page);

    await page.goto('/settings/passkeys');
    await page.getByLabel('Device name').fill('Laptop');
    await page.getByLabel('Your password').fill('not the password');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Incorrect password').first().waitFor();
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    assert.deepEqual(await violationsIn(page), []);
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByText('Laptop added').waitFor();
    await page.getByRole('cell', { name: 'Not yet' }).waitFor();
    const { credentials } = await signsOfAda(device, authenticatorId);
    assert.equal(credentials[0]?.rpId, 'localhost');

    await context.clearCookies();
    await page.goto('/signin?next=/settings/passkeys');
    assert.deepEqual(await violationsIn(page), []);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/settings/passkeys');
    // The address changes before the page does. Pending requests would interfere.
    await page.getByText('Laptop').first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByRole('cell', { name: 'Not yet' }).count(), 0);

    // The services use the machine's clock, as an authenticator app does.
    await beginFactor(services.app, ada.id, 'app');
    const { secret = '' } = (await findFactor(services.app, ada.id)) ?? {};
    await confirmFactor(services.app, ada.id, codeAt(secret, services.app.clock.now()));
    await context.clearCookies();
    await typePassword(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await isHome(page);

    await page.goto('/settings/passkeys');
    await page.getByRole('link', { name: 'Remove' }).click();
    await page.waitForURL('**/remove');
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Passkey removed').waitFor();
    await context.clearCookies();
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('Unknown passkey, or the request timed out').waitFor();
    const again = page.waitForRequest('**/signin/passkey/options');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await again;
    await context.close();
  });
});
