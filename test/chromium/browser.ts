import { after } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { findChromium } from './chromium.ts';

let started: Promise<Browser> | undefined;

// Here and not where it is started: a hook that is set inside a test ends with that test.
after(async () => (await started)?.close());

/** One Chromium for all tests; a context each, with cookies and storage of its own. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  started ??= launch();
  const context = await (await started).newContext(options);
  // Long, so that a busy machine is no failure.
  context.setDefaultTimeout(60_000);
  return context;
}

/** Parts of Chromium's own window: each window would load pages of hundreds of modules, and each page start a process for a next one. */
const windowFeatures = [
  'AimEnabled',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];
/** Of two lists Chromium reads the last, so that these, which Playwright disables too, are in ours. */
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
  // Without its sandbox, because tests also run as root in containers, where Chromium has none; and without what calls home.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const light = [`--disable-features=${[...windowFeatures, ...unsteadyFeatures].join(',')}`];
  // Cameras and microphones that are made up, and allowed.
  const devices = ['--use-fake-device-for-media-stream=fps=10', '--use-fake-ui-for-media-stream'];
  return chromium.launch({ executablePath, args: [...args, ...quiet, ...light, ...devices] });
}
