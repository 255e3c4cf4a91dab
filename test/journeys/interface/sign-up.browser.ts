// A newcomer's path from the landing page to a first post, including a rejected form.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openContext } from '../../chromium/browser.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson, password } from '../../world.ts';

const maxClicks = 6;

describe('a new person', () => {
  let services: Services;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    await addPerson(services.app, 'ada');
  });
  after(() => services.stop());

  it(`signs up and writes a first post in at most ${maxClicks} clicks`, async () => {
    const context = await openContext({ baseURL: services.plaza });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => void faults.push(String(error)));
    await page.goto('/');
    let clicks = 0;
    const click = async (name: string, role: 'button' | 'link' = 'button') => {
      clicks += 1;
      await page.getByRole(role, { name, exact: true }).first().click();
    };
    await click('Create account', 'link');
    await page.waitForURL('**/signup');
    await page.waitForFunction(() => document.activeElement?.id === 'field-name');
    const type = async (text: string) => {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    };
    await type('Grace Hopper');
    await page.keyboard.type('ada');
    await page.getByText('This username is taken').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('grace');
    await page.getByText('@grace is available').waitFor();
    await page.keyboard.press('Tab');
    await type('grace@example.org');
    await page.keyboard.type(password);
    await click('Create account');
    await page.getByText('Welcome, Grace').waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
    for (const step of ['Add a profile picture', 'Introduce yourself', 'Follow people'])
      await page.getByRole('link', { name: step }).waitFor();
    clicks += 1;
    await page.locator('.composer-prompt').click();
    await page.getByRole('dialog', { name: 'New post' }).waitFor();
    await page.keyboard.type('My first post');
    await click('Post');
    await page.locator('.post-body', { hasText: 'My first post' }).first().waitFor();
    assert.ok(clicks <= maxClicks, `${clicks} clicks`);
    assert.deepEqual(faults, []);
    await page.goto('/');
    await click('Hide');
    await page.getByRole('link', { name: 'Introduce yourself' }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('shortens a link from Hop’s landing page in two clicks: Shorten, and the button of the sign-up form', async () => {
    const context = await openContext({ baseURL: services.hop });
    const page = await context.newPage();
    await page.goto('/');
    let clicks = 0;
    const click = async (name: string) => {
      clicks += 1;
      await page.getByRole('button', { name, exact: true }).first().click();
    };
    await page.locator('[name=url]').fill('example.com/a-long-address');
    await click('Shorten');
    await page.waitForURL('**/signup?**');
    const fields = { name: 'Joan Clarke', username: 'joan', email: 'joan@example.org', password };
    for (const [name, value] of Object.entries(fields)) await page.locator(`form [name=${name}]`).fill(value);
    await click('Create account');
    await page.waitForURL(/dashboard\?created=\d+$/);
    await page.getByText('Your short link is ready').waitFor();
    await page.getByText('example.com/a-long-address').first().waitFor();
    assert.equal(clicks, 2);
    await context.close();
  });

  it('may have a single name, and sees errors without console messages', async () => {
    const context = await openContext({ baseURL: services.plaza });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => void faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    await page.goto('/signup');
    await page.getByLabel('Name', { exact: true }).fill('Björk');
    await page.getByLabel('Name', { exact: true }).press('Tab');
    await page.getByText('@bjork is available').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Show password' }).click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Show password' }).click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Enter a valid email address').first().waitFor();
    assert.equal(await page.getByLabel('Username').inputValue(), 'bjork');
    await page.getByLabel('Email').fill('bjork@example.org');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Welcome, Björk').waitFor();
    assert.deepEqual(faults, []);
    await page.goto('/@bjork');
    await page.getByRole('heading', { name: 'Björk', exact: true }).waitFor();
    await context.close();
  });
});
