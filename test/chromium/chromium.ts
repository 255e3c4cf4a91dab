import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first has no window to draw, and takes half the processor time. */
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

/** The Chromium or Chrome of this machine: CHROMIUM_PATH, else the first in the usual places. npm has none to offer. */
export function findChromium({ CHROMIUM_PATH, PATH = '' } = process.env): string | undefined {
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const folders = [...PATH.split(delimiter), '/usr/bin', '/snap/bin'];
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere].find(mayRun);
}

function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
