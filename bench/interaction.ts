/**
 * Measures pages in Chromium at a processor four times slower, as a phone has: the weight of a first visit, how far
 * the layout shifts, and the longest time from an interaction to the next paint. Needs a running installation with
 * demo data. Usage: `node bench/interaction.ts [Plaza's origin] [Hop's origin] [username] [password]`.
 */
import type { CDPSession, Locator, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { findChromium } from '../test/chromium/chromium.ts';

const [
  ,
  ,
  plaza = 'http://localhost:3000',
  hop = 'http://localhost:3001',
  username = 'ada',
  password = 'plaza-demo',
] = process.argv;
const slowdown = 4;
/** What is judged as good: https://web.dev/articles/vitals. The bar for shifts is a fifth of it. */
const bars = { inp: 200, cls: 0.02 };

type Act = (page: Page) => Promise<unknown>;

interface Measured {
  name: string;
  /** Leads to the page from a page that has a link to it. */
  open: (page: Page) => Promise<unknown>;
  acts: readonly Act[];
}

const at = (address: string) => (page: Page) => page.goto(address);
const viaLink = (address: string, selector: string) => async (page: Page) => {
  await page.goto(address);
  await page.goto(new URL((await page.locator(selector).first().getAttribute('href')) ?? '', address).href);
};
const press =
  (selector: string): Act =>
  (page) =>
    tap(page.locator(selector).filter({ visible: true }).first());
const type =
  (selector: string, text: string): Act =>
  async (page) => {
    const field = page.locator(selector).filter({ visible: true }).first();
    await tap(field);
    await field.pressSequentially(text, { delay: 60 });
  };
const key =
  (name: string): Act =>
  (page) =>
    page.keyboard.press(name);
const tap = (element: Locator) => element.click({ timeout: 5000 });

const react = press('.reactions .post-action');
const openMenu = press('a[data-menu="post"]');
const toggleTheme = press('.account-menu > summary');

const pages: readonly Measured[] = [
  {
    name: 'home',
    open: at(`${plaza}/`),
    acts: [
      react,
      openMenu,
      key('Escape'),
      press('.reaction-more'),
      key('Escape'),
      press('.composer-prompt'),
      type('textarea', 'A good morning'),
      key('Escape'),
    ],
  },
  {
    name: 'thread',
    open: viaLink(`${plaza}/forums/threads`, '.thread-row h2 a'),
    acts: [react, openMenu, key('Escape'), toggleTheme],
  },
  {
    name: 'post',
    open: viaLink(`${plaza}/`, '.post-when a'),
    acts: [react, type('textarea', 'Well said'), openMenu],
  },
  {
    name: 'profile',
    open: at(`${plaza}/@twain`),
    acts: [react, openMenu, key('Escape'), press('.reaction-more')],
  },
  {
    name: 'article',
    open: viaLink(`${plaza}/articles`, '.article-card h2 a'),
    acts: [react, type('textarea', 'Well said'), toggleTheme],
  },
  {
    name: 'chat',
    open: viaLink(`${plaza}/messages`, '.chat-row > a'),
    acts: [type('textarea', 'Hello there'), key('Enter'), press('.message-menu > a')],
  },
  {
    name: 'search',
    open: at(`${plaza}/search?q=bread`),
    acts: [type('input[type=search]', ' and'), key('Escape'), key('Control+k'), key('Escape')],
  },
  { name: 'settings', open: at(`${plaza}/settings`), acts: [type('textarea', 'More'), toggleTheme] },
  {
    name: 'link builder',
    open: at(`${hop}/dashboard/links/new`),
    acts: [
      type('input[type=url], input[name=url]', 'https://example.com/a'),
      press('main summary'),
      toggleTheme,
    ],
  },
  { name: 'statistics', open: at(`${hop}/dashboard/statistics`), acts: [press('main summary'), toggleTheme] },
  { name: 'links', open: at(`${hop}/dashboard`), acts: [press('a[data-menu]'), key('Escape'), toggleTheme] },
];

interface Shown {
  page: string;
  'html kB': string;
  'sent kB': string;
  'js kB': string;
  'css kB': string;
  cls: string;
  'inp ms': number;
  'slowest act': string;
}

const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
try {
  const rows: Shown[] = [];
  for (const [width, height] of [
    [390, 844],
    [1280, 900],
  ] as const)
    for (const measured of pages) rows.push(await measure(measured, { width, height }));
  console.table(rows);
  const bad = rows.filter((row) => row['inp ms'] > bars.inp || Number(row.cls) > bars.cls);
  console.log(`${bad.length} of ${rows.length} are above ${bars.inp} ms or ${bars.cls}.`);
} finally {
  await browser.close();
}

async function measure(
  { name, open, acts }: Measured,
  viewport: { width: number; height: number },
): Promise<Shown> {
  // Without the service worker, whose own requests are counted apart from those of pages.
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signIn(page);
  await page.addInitScript(observe);
  const network = await context.newCDPSession(page);
  await network.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await open(page);
  const weights = await weigh(network, page);
  await page.waitForTimeout(1500);
  const slowest = { act: '', ms: 0 };
  for (const [index, act] of acts.entries()) {
    await act(page).catch(() => undefined);
    await page.waitForTimeout(500);
    const ms = await page.evaluate(() => Number(document.documentElement.dataset.inp ?? 0)).catch(() => 0);
    if (ms > slowest.ms) Object.assign(slowest, { ms, act: String(index + 1) });
  }
  const shifts = await page.evaluate(() => document.documentElement.dataset.cls ?? '0').catch(() => '');
  await context.close();
  return {
    page: `${name} ${viewport.width}`,
    ...weights,
    cls: Number(shifts).toFixed(3),
    'inp ms': slowest.ms,
    'slowest act': slowest.act,
  };
}

async function signIn(page: Page): Promise<void> {
  for (const origin of [plaza, hop]) {
    await page.goto(`${origin}/signin`);
    if (!page.url().includes('/signin')) continue;
    await page.fill('[name=username_email]', username);
    await page.fill('[name=password]', password);
    await page.press('[name=password]', 'Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
  }
}

/** Runs in the page, and notes the worst values on its root. */
function observe(): void {
  let inp = 0;
  let cls = 0;
  const note = (name: string, value: number) => {
    document.documentElement.dataset[name] = String(value);
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) note('inp', (inp = Math.max(inp, Math.round(entry.duration))));
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) note('cls', (cls += entry.value));
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Loads the page again without a cache, and adds up what is sent. */
async function weigh(network: CDPSession, page: Page) {
  const sent = { Document: 0, Script: 0, Stylesheet: 0 };
  const kinds = new Map<string, string>();
  network.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === 'Document' || kind === 'Script' || kind === 'Stylesheet') sent[kind] += encodedDataLength;
  });
  const answer = await page.reload({ waitUntil: 'load' });
  await page.waitForTimeout(500);
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
  return {
    'html kB': kilobytes((await answer?.body())?.length ?? 0),
    'sent kB': kilobytes(sent.Document),
    'js kB': kilobytes(sent.Script),
    'css kB': kilobytes(sent.Stylesheet),
  };
}
