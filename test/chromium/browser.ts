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

function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error(
      'There is no Chromium: install the package chromium of your system, or set CHROMIUM_PATH.',
    );
  // Without its sandbox, because tests also run as root in containers, where Chromium has none; and without what calls home.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  // Cameras and microphones that are made up, and allowed.
  const devices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  return chromium.launch({ executablePath, args: [...args, ...quiet, ...devices] });
}
