import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, type CDPSession, chromium, type Page, type Worker } from 'playwright-core';
import { eventually } from '../peers/eventually.ts';
import { findChromium } from './chromium.ts';

export interface ExtensionBrowser {
  context: BrowserContext;
  worker: Worker;
  /** Address of a page of the extension. */
  address(page: string): string;
  /** Clicks the icon of the extension while a page is shown, and returns the popup. */
  openPopup(page: Page): Promise<View>;
  /** Waits for a popup or a window that the extension opens by itself. */
  findView(start: string): Promise<View>;
  close(): Promise<void>;
}

/** A popup or window of an extension, which Playwright does not know as a page. */
export interface View {
  /** Waits for an expression to be true. */
  until(expression: string): Promise<void>;
  evaluate<Value>(expression: string): Promise<Value>;
  press(key: 'Enter'): Promise<void>;
}

/** Starts the full Chromium, since the headless shell has no extensions, with one extension. */
export async function openExtensionBrowser(extension: string, locale = 'en'): Promise<ExtensionBrowser> {
  const executablePath = findChromium(process.env, ['chromium', 'chromium-browser', 'google-chrome']);
  if (executablePath === undefined) throw new Error('There is no Chromium with a window: install chromium.');
  const profile = await mkdtemp(join(tmpdir(), 'extension-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    // Playwright would start the shell.
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...[`--load-extension=${extension}`, `--disable-extensions-except=${extension}`],
      ...['--disable-features=DisableLoadExtensionCommandLineSwitch', '--enable-unsafe-extension-debugging'],
      `--lang=${locale}`,
    ],
    env: { ...process.env, LANGUAGE: locale },
  });
  context.setDefaultTimeout(60_000);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const { host: id } = new URL(worker.url());
  const address = (page: string) => `chrome-extension://${id}/${page}`;
  // Installed, it opens a page of its own, in the place of whatever the first tab shows by then.
  const first = await eventually(
    () => context.pages().find((each) => each.url().startsWith('chrome-extension://')),
    (page) => page !== undefined,
  );
  await first?.waitForLoadState();
  const browser = await context.browser()?.newBrowserCDPSession();
  if (!browser) throw new Error('Chromium cannot be debugged');
  const targets = async () => (await browser.send('Target.getTargets', { filter: [{}] })).targetInfos;
  /** Attaches to a page, whichever window it is in. In some it is of no type. */
  const findView = async (start: string) => {
    const found = await eventually(
      async () =>
        (await targets()).find(({ type, url }) => /^(page|other)$/.test(type) && url.startsWith(start)),
      (target) => target !== undefined,
    );
    return attach(browser, found?.targetId ?? '');
  };
  return {
    context,
    worker,
    address,
    findView,
    openPopup: async (page) => {
      await page.bringToFront();
      const tab = (await targets()).find(({ type, url }) => type === 'tab' && url === page.url());
      await browser.send('Extensions.triggerAction', { id, targetId: tab?.targetId ?? '' });
      return findView(address('popup.html'));
    },
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Talks to a target over the session of the browser. */
async function attach(browser: CDPSession, targetId: string): Promise<View> {
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: false });
  let last = 0;
  const send = (method: string, params: object) =>
    new Promise<{ result?: { value?: unknown } }>((resolve, reject) => {
      const id = (last += 1);
      const hear = (said: { sessionId: string; message: string }) => {
        const answer = JSON.parse(said.message) as {
          id?: number;
          error?: { message: string };
          result: { result?: { value?: unknown }; exceptionDetails?: unknown };
        };
        if (said.sessionId !== sessionId || answer.id !== id) return;
        browser.off('Target.receivedMessageFromTarget', hear);
        if (answer.error) reject(new Error(answer.error.message));
        else resolve(answer.result);
      };
      browser.on('Target.receivedMessageFromTarget', hear);
      const message = JSON.stringify({ id, method, params });
      browser.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
    });
  // Playwright has new targets wait for it, and knows nothing of those without a type.
  await send('Runtime.runIfWaitingForDebugger', {});
  const evaluate = async (expression: string) => {
    // A page that navigates may never answer.
    const { result } = await Promise.race([
      send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }),
      sleep(2000, { result: undefined }, { ref: false }),
    ]);
    return result?.value as never;
  };
  return {
    evaluate,
    until: async (expression) => {
      await eventually(
        () => evaluate(expression),
        (value: unknown) => value === true,
      );
    },
    press: async (key) => {
      for (const type of ['keyDown', 'keyUp'])
        await send('Input.dispatchKeyEvent', { type, key, code: key, text: '\r', windowsVirtualKeyCode: 13 });
    },
  };
}
