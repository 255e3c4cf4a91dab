// Takes the screenshot in README.md from the demo. Usage: node scripts/take-screenshots.ts, while both
// services run.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { findChromium } from '../test/chromium/chromium.ts';
import { getSettings } from './get-settings.ts';

const { plazaUrl, hopUrl } = getSettings();
const folder = join(import.meta.dirname, '../docs/pictures');
const view = { width: 1180, height: 900 };

const chromiumPath = findChromium();
const browser = await chromium.launch({
  ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: view, colorScheme: 'light' });
await signIn(page, plazaUrl);
const feed = await captureFeed(page);
await signIn(page, hopUrl);
const statistics = await captureStatistics(page);
await browser.close();
await composeScreenshots(feed, statistics);

async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/signin`);
  // If both services have the same host, they share cookies and the session.
  if (!page.url().endsWith('/signin')) return;
  await page.fill('[name=username_email]', 'ada');
  await page.fill('[name=password]', 'plaza-demo');
  await page.click('main button[type=submit]');
  await page.waitForURL((url) => url.pathname !== '/signin');
}

async function captureFeed(page: Page): Promise<Buffer> {
  await page.goto(`${plazaUrl}/`);
  // Scrolls to the first post with a picture. Those below are lazy-loaded when they come near.
  await page.evaluate(() =>
    scrollTo(0, (document.querySelector('.post .pictures')?.getBoundingClientRect().top ?? 300) - 560),
  );
  await page.waitForLoadState('networkidle');
  return page.screenshot();
}

/** Captures the page of a popular link without interstitials, so that its numbers are near the top. */
async function captureStatistics(page: Page): Promise<Buffer> {
  await page.goto(`${hopUrl}/dashboard`);
  await page.goto(await addressOf(page, 'engine'));
  const month = await page.getByRole('link', { name: '30 days' }).getAttribute('href');
  await page.goto(new URL(month ?? '', page.url()).href);
  await page.waitForLoadState('networkidle');
  return page.screenshot();
}

async function addressOf(page: Page, alias: string): Promise<string> {
  const row = page.getByRole('row').filter({ hasText: `/${alias}` });
  const href = await row.locator('a[href*="/dashboard/links/"]').first().getAttribute('href');
  return new URL(href ?? '', page.url()).href;
}

/** Combines the screenshots, overlapping with an offset, on a plain background. */
async function composeScreenshots(back: Buffer, front: Buffer): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const [left, top] = [700, 500];
  const framed = (picture: Buffer) =>
    sharp(picture)
      .composite([
        {
          input: Buffer.from(
            `<svg width="${view.width}" height="${view.height}"><rect x="1" y="1" width="${view.width - 2}" height="${view.height - 2}" rx="14" fill="none" stroke="#cfccc4" stroke-width="2"/></svg>`,
          ),
        },
        {
          input: Buffer.from(
            `<svg width="${view.width}" height="${view.height}"><rect width="${view.width}" height="${view.height}" rx="14"/></svg>`,
          ),
          blend: 'dest-in',
        },
      ])
      .png()
      .toBuffer();
  await sharp({
    create: {
      width: view.width + left + 80,
      height: view.height + top + 80,
      channels: 3,
      background: '#e9e6df',
    },
  })
    .composite([
      { input: await framed(back), left: 40, top: 40 },
      { input: await framed(front), left: left + 40, top: top + 40 },
    ])
    .webp({ quality: 82 })
    .toFile(join(folder, 'plaza-and-hop.webp'));
  console.log('docs/pictures/plaza-and-hop.webp');
}
