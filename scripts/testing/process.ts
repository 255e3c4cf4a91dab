// One process of a run of tests. Runs one file after the other, each as a suite with its own hooks, and takes only files
// that no other process has claimed, so that none is idle before the last file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { processorTime } from './costs.ts';

const files = process.argv.slice(2);
const claims = process.env.TEST_CLAIMS ?? '';
/** Grace period for the process to exit after its last test, in milliseconds. */
const toClose = 20_000;

// Modules that open resources for the whole process close them when it ends, not with the file that opened them.
await import('../../test/app.ts');
if (files.some((file) => file.endsWith('.browser.ts'))) await import('../../test/chromium/browser.ts');

await test(`process ${process.pid}`, async () => {
  for (const [i, file] of files.entries())
    if (claim(i)) await measured(i, () => suite(file, () => import(pathToFileURL(resolve(file)).href)));
  mkdirSync(`${claims}/ended-${process.pid}`);
});

function claim(file: number): boolean {
  try {
    mkdirSync(`${claims}/${file}`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function measured(file: number, work: () => Promise<unknown>): Promise<void> {
  const [began, before] = [performance.now(), processorTime()];
  await work();
  const cost = { duration: performance.now() - began, processor: processorTime() - before };
  writeFileSync(`${claims}/${file}/cost.json`, JSON.stringify(cost));
}

// A server that a failed test left open would hold the run until its time limit.
after(() => void setTimeout(end, toClose).unref());

function end(): void {
  console.log(`Still open after all tests: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}
