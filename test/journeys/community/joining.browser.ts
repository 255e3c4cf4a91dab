// Who joins a community, and how it looks: approval with a question, invitations with a limit, and branding.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { openContext } from '../../chromium/browser.ts';
import { type Services, startServices } from '../../services.ts';
import { addPerson, password } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from '../interface/enter.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
const desktop = { viewport: { width: 1280, height: 900 } };

describe('a community', () => {
  let services: Services;
  let olga: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    // The first account is the operator’s.
    olga = await addPerson(services.app, 'olga');
  });
  after(() => services.stop());

  const check = async (page: Page) => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    assert.deepEqual(await violationsIn(page), []);
  };
  const register = async (page: Page, name: string) => {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Username').fill(name.toLowerCase());
    await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill(password);
  };
  const chooseRegistration = async (page: Page, name: string) => {
    await page.goto('/operator/settings');
    await page.getByRole('radio', { name, exact: true }).check();
  };

  it('asks who registers a question, and approves with the keyboard', async () => {
    const page = await enter(services, olga, true, desktop);
    await chooseRegistration(page, 'Everyone, after approval');
    await page.getByLabel('Question to people who register').fill('What do you bake?');
    await page.keyboard.press('Enter');
    await page.locator('.toast').first().waitFor();

    const context = await openContext({ baseURL: services.plaza, ...phone });
    const newcomer = await context.newPage();
    await newcomer.goto('/signup');
    await register(newcomer, 'Grace');
    await newcomer.getByRole('button', { name: 'Create account' }).tap();
    await newcomer.getByText('Answer the question, so that operators know who you are').waitFor();
    assert.equal(
      await newcomer.evaluate(() => document.activeElement?.getAttribute('name')),
      'registration_answer',
    );
    await check(newcomer);
    await newcomer.keyboard.type('Rye bread');
    await newcomer.getByLabel('Password', { exact: true }).fill(password);
    await newcomer.getByRole('button', { name: 'Create account' }).tap();
    await newcomer.waitForURL('**/activate');
    await check(newcomer);

    await page.goto('/operator/registrations');
    await page.getByText('Rye bread').waitFor();
    await check(page);
    await page.getByRole('checkbox', { name: 'Select Grace' }).press('Space');
    await page.getByRole('button', { name: 'Approve selected' }).press('Enter');
    await page.getByText('1 registration approved').waitFor();
    await newcomer.goto('/');
    await newcomer
      .locator('.composer-prompt, a[href="/compose"]')
      .filter({ visible: true })
      .first()
      .waitFor();
    await context.close();
    await page.context().close();
  });

  it('invites as many people as a link is for, and revokes another after asking', async () => {
    const page = await enter(services, olga, true, phone);
    await chooseRegistration(page, 'By invitation');
    await page.getByRole('button', { name: 'Save' }).first().tap();
    await page.locator('.toast').first().waitFor();
    await page.goto('/settings/invitations');
    await check(page);
    await page.getByRole('button', { name: 'Invite', exact: true }).tap();
    const link = await page.locator('.copy-field code').innerText();
    const context = await openContext(phone);
    const newcomer = await context.newPage();
    await newcomer.goto(link);
    await register(newcomer, 'Hedy');
    await newcomer.getByRole('button', { name: 'Create account' }).tap();
    await newcomer.getByText('Welcome, Hedy').waitFor();
    await context.close();
    const second = await (await openContext(phone)).newPage();
    await second.goto(link);
    await register(second, 'Mary');
    await second.getByRole('button', { name: 'Create account' }).tap();
    await second.locator('.field-error, [role=alert]').first().waitFor();
    await check(second);
    await second.context().close();

    await page.getByRole('button', { name: 'Invite', exact: true }).tap();
    await page.locator('tbody tr').nth(1).waitFor();
    await page.getByRole('button', { name: 'Revoke' }).first().tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).tap();
    await page.getByText('Invitation revoked').waitFor();
    await check(page);
    await page.context().close();
  });

  it('has a color of its own, with text that stays readable', async () => {
    const page = await enter(services, olga, true, desktop);
    await page.goto('/operator/branding');
    await page.getByLabel('Use a color of your own').press('Space');
    await page.getByLabel('Color', { exact: true }).fill('#ffee00');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.locator('.toast').first().waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/');
      await check(page);
    }
    await page.context().close();
  });
});
