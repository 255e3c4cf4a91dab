// A reader of Arabic: from the front page to a post and a short link, right to left and translated.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inLanguage } from '../../../src/web/translation/languages.ts';
import { t, tc } from '../../../src/web/translation/translate.ts';
import { openContext } from '../../chromium/browser.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { addPerson, password } from '../../world.ts';

const inArabic = (text: string) => inLanguage('ar', () => t(text));

describe('a person who reads Arabic', () => {
  let services: Services;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    await addPerson(services.app, 'ada');
  });
  after(() => services.stop());

  it('signs in, posts and shortens in the language of their browser', async () => {
    const context = await openContext({ locale: 'ar-EG', viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => void faults.push(String(error)));
    await page.goto(`${services.plaza}/signin`);
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    await page.getByRole('heading', { level: 1, name: inArabic('Sign in') }).waitFor();
    await page.locator('[name=username_email]').fill('ada');
    await page.locator('[name=password]').fill(password);
    await page
      .locator('main')
      .getByRole('button', { name: inArabic('Sign in'), exact: true })
      .click();
    await page.locator('.composer-prompt').click();
    await page.getByLabel(inArabic('What’s on your mind?')).fill('مرحبا بالعالم');
    await page
      .getByRole('button', { name: inLanguage('ar', () => tc('button', 'Post')), exact: true })
      .click();
    const post = page.locator('.post', { hasText: 'مرحبا بالعالم' }).first();
    await post.waitFor();
    await post
      .getByRole('button', { name: inArabic('Like') })
      .first()
      .click();
    await page.goto(`${services.plaza}/@ada`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    await page.goto(`${services.hop}/dashboard`);
    await page.getByLabel(inArabic('Destination URL')).first().fill('example.com/مرحبا');
    await page.getByRole('button', { name: inArabic('Shorten') }).click();
    await page.locator('main', { hasText: 'example.com' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    assert.deepEqual(faults, []);
    await context.close();
  });

  it('changes the language in the footer and remembers it', async () => {
    const context = await openContext({ locale: 'ar', baseURL: services.plaza });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.waitForFunction(() => document.documentElement.lang === 'de');
    await page.goto('/signin');
    const german = inLanguage('de', () => t('Sign in'));
    await page.getByRole('heading', { level: 1, name: german }).waitFor();
    await context.close();
  });
});
