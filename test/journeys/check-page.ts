import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const maxShift = 0.02;

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What depends on width and light; everything else is the same wherever a page is looked at. */
const visual = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

export interface SearchDepth {
  faults: string[];
  /** Bytes on the wire, compressed, for somebody who has never been here. */
  sent: { script: number; stylesheet: number };
}

/**
 * What is wrong with a page as it is looked at: opened on a phone by night, then, as it stands, on a desk by day. To open
 * a page and to look it through takes most of the time, so each is done once.
 */
export async function checkPage(page: Page, address: string): Promise<SearchDepth> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(address);
  // Scripts that a page loads by itself count as sent; those that wait for a pointer or a key do not.
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

/** Colours that are still on their way, from dark to light or from a phone's to a desk's, arrive. */
const settle = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });

async function sidewaysIn(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 844 });
  // What scripts draw to the width of their place, charts for one, is drawn anew in the frames after.
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      ),
  );
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return excess > 0 ? [`${excess}px too wide at ${width}px`] : [];
}

/** Layout that moved by itself since the page was opened. The look for violations takes long enough for what scripts move. */
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

/** What was fetched for the page, also where the browser had it already. */
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
  // Style sheets are not fetched once more: only one rule, about locked orientation, would read them.
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
