import axe from 'axe-core';
import type { Page } from 'playwright-core';

const widths = [320, 390, 1280];
const mostShift = 0.02;

/** What is wrong with a page as it is looked at: on phone and desk, by day and by night. */
export async function lookAt(page: Page, address: string): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(address);
  const onPhone = await faultsIn(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(address);
  const onDesk = await faultsIn(page);
  const sideways: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) sideways.push(`${excess}px too wide at ${width}px`);
  }
  return [
    ...onPhone.map((fault) => `on a phone, dark: ${fault}`),
    ...onDesk.map((fault) => `on a desk, light: ${fault}`),
    ...sideways,
  ].map((fault) => `${address} ${fault}`);
}

/** The look for violations takes long enough for what scripts still move. */
const faultsIn = async (page: Page) => [...(await violationsIn(page)), ...(await shiftIn(page))];

/** Layout that moved by itself since the page was opened. */
async function shiftIn(page: Page): Promise<string[]> {
  const shift = await page.evaluate(
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
  return shift > mostShift ? [`moves by ${shift.toFixed(3)} while loading`] : [];
}

export async function violationsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')})`,
  );
}
