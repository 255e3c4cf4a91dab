import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const maxShift = 0.02;

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Accessibility rules that depend on width and color scheme. All others give the same result everywhere. */
const visual = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

export interface SearchDepth {
  faults: string[];
  /** Compressed bytes on the wire for a first visit. */
  sent: { script: number; stylesheet: number };
}

/**
 * Returns the faults of a page: opened on a phone in dark mode, then resized to a desktop in light mode.
 * Opening and checking a page takes most of the time, so each is done once.
 */
export async function checkPage(page: Page, address: string): Promise<SearchDepth> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(address);
  // Includes scripts that load automatically, but not those that wait for a pointer or a key.
  await page.waitForLoadState('networkidle');
  const sent = await sentFor(page);
  const onPhone = await violationsIn(page);
  const shift = await shiftIn(page);
  if (shift > maxShift) onPhone.push(`moves by ${shift.toFixed(3)} while loading`);
  const sideways = [...(await sidewaysIn(page, 390)), ...(await sidewaysIn(page, 320))];
  await page.emulateMedia({ colorScheme: 'light' });
  sideways.push(...(await sidewaysIn(page, 1280)));
  const onDesk = await violationsOf(page, visual);
  const faults = [
    ...onPhone.map((fault) => `on a phone, dark: ${fault}`),
    ...onDesk.map((fault) => `on a desk, light: ${fault}`),
    ...sideways,
  ].map((fault) => `${address} ${fault}`);
  return { faults, sent };
}

/** Waits for color transitions, from dark to light or from phone to desktop. */
const settle = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });

async function sidewaysIn(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 844 });
  // Scripts such as charts redraw in the following frames.
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      ),
  );
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return excess > 0 ? [`${excess}px too wide at ${width}px`] : [];
}

/**
 * Returns the layout shift since the page was opened. The accessibility check takes long enough for scripts
 * to cause any.
 */
export const shiftIn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (list: PerformanceObserverEntryList) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        };
        const observer = new PerformanceObserver(add);
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );

/** Returns the bytes loaded for the page, including cached ones. */
const sentFor = (page: Page): Promise<SearchDepth['sent']> =>
  page.evaluate(() => {
    const sizes = (ending: RegExp) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => ending.test(new URL(name).pathname))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { script: sizes(/\.(js|ts)$/), stylesheet: sizes(/\.css$/) };
  });

export const violationsIn = (page: Page): Promise<string[]> => violationsOf(page);

async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  await settle(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // Skips refetching style sheets: only the rule about locked orientation needs them.
  const options: axe.RunOptions = {
    preload: false,
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  const violations = await page.evaluate(
    (options) =>
      (window as unknown as { axe: typeof axe }).axe
        .run(document, options)
        .then(({ violations }) =>
          violations.map(({ id, help, nodes }) => ({ id, help, places: nodes.map(({ html }) => html) })),
        ),
    options,
  );
  return violations.map(
    ({ id, help, places }) => `${id}: ${help} (${places.map((html) => html.slice(0, 120)).join(' | ')})`,
  );
}
