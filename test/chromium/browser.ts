import { after } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { findChromium } from './chromium.ts';

let started: Promise<Browser> | undefined;

// Registered here rather than where the browser is started, because a hook registered inside a test runs when
// that test ends.
after(async () => (await started)?.close());

/** Opens a context with separate cookies and storage in the Chromium shared by all tests. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  started ??= launch();
  const context = await (
    await started
  ).newContext({
    // A service worker answers requests in the place of the network, which tests watch.
    serviceWorkers: 'block',
    ...options,
  });
  // Long, to tolerate a busy machine.
  context.setDefaultTimeout(60_000);
  return context;
}

/**
 * Features of Chromium's own window: each window would load pages of hundreds of modules, and each page would
 * start a process for the next one.
 */
const windowFeatures = [
  'AimEnabled',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];
/**
 * If a flag is repeated, Chromium uses the last, so this list repeats the features that Playwright disables.
 */
const unsteadyFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error(
      'There is no Chromium: install the package chromium of your system, or set CHROMIUM_PATH.',
    );
  // No sandbox, because tests also run as root in containers, where Chromium has none. No background
  // requests.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const light = [`--disable-features=${[...windowFeatures, ...unsteadyFeatures].join(',')}`];
  // Fake cameras and microphones, with permission granted.
  const devices = ['--use-fake-device-for-media-stream=fps=10', '--use-fake-ui-for-media-stream'];
  return chromium.launch({ executablePath, args: [...args, ...quiet, ...light, ...devices] });
}
