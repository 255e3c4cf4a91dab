import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless shell has no window to draw, and takes half the processor time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const elsewhere = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds Chromium or Chrome on this machine: CHROMIUM_PATH, otherwise the first in the usual locations. It is
 * not an npm dependency.
 */
export function findChromium(
  { CHROMIUM_PATH, PATH = '' } = process.env,
  wanted: readonly string[] = names,
): string | undefined {
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const folders = [...PATH.split(delimiter), '/usr/bin', '/snap/bin'];
  return [...folders.flatMap((folder) => wanted.map((name) => join(folder, name))), ...elsewhere].find(
    mayRun,
  );
}

function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
