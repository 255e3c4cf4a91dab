// Runs all tests, or the files given, in a few parallel processes that share one database server.
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../test/chromium/chromium.ts';
import { lendTestServer } from '../test/database.ts';
import { ensureBuild } from './build/ensure-build.ts';
import { isStackInstalled } from '../test/paid/local-stack.ts';
import { interrupted, runRound } from './test-round.ts';
import type { Round } from './test-round.ts';

/**
 * The checks of every page and the longest journeys run by `npm run test:pages`, because in Chromium they
 * take as long as all other tests.
 */
const apart = ['test/journeys/pages.browser.ts', 'test/journeys/content/content.browser.ts'];
const [first, ...others] = process.argv.slice(2);
const given = first === '--pages' ? [...apart, ...others] : process.argv.slice(2);
const named = given.map((file) => relative('.', file));
const files = (named.length > 0 ? named : globSync(patterns(), { exclude: apart })).sort();

/** Browser journeys need a machine with Chromium. Journeys over plain HTTP run everywhere. */
function patterns(): string[] {
  const everywhere = ['src/**/*.test.ts', 'test/**/*.test.ts', 'browser/**/*.test.ts'];
  if (isStackInstalled()) everywhere.push('test/**/*.x402.ts');
  else console.log('Paid calls are not tested on local chains (install them: npm ci --prefix x402-stack).');
  if (findChromium()) return [...everywhere, 'test/**/*.browser.ts'];
  console.log(
    'No Chromium (install the package chromium, or set CHROMIUM_PATH): journeys over plain HTTP only.',
  );
  return everywhere;
}

const isInBrowser = (file: string) => file.endsWith('.browser.ts');

/** One per processor and two more, because some tests wait for a browser or for killed programs. */
const processes = named.length > 0 ? 1 : Math.min(availableParallelism(), 4) + 2;

/**
 * Every process has the whole list and claims files that no other has claimed, so that none is idle before
 * the last file. Half of the processes start with the browser files, the others end with them. Slow files
 * (`test/`) come before fast ones (`src/`).
 */
function orderFor(index: number): string[] {
  const slow = files.filter(isInBrowser);
  const quick = files.filter((file) => !isInBrowser(file));
  quick.sort((one, other) => Number(other.startsWith('test/')) - Number(one.startsWith('test/')));
  return index % 2 === 0 ? [...quick, ...slow] : [...slow, ...quick];
}

const folder = mkdtempSync(join(tmpdir(), 'tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Shared modules that open resources for the whole process. */
const sharedBy = (group: readonly string[]) => [
  'test/app.ts',
  ...(group.some(isInBrowser) ? ['test/chromium/browser.ts'] : []),
];

/**
 * Writes an entry file for a process. Each test file is a separate suite, imported when its turn comes, so
 * that its hooks apply to its own tests. A file is claimed by creating its marker.
 */
function writeEntry(name: string, list: readonly string[], marks = name): string {
  const entry = join(folder, `${name}.mjs`);
  const url = (file: string) => pathToFileURL(resolve(file)).href;
  mkdirSync(join(folder, marks), { recursive: true });
  const waiting = list.map((file) => ({
    file,
    url: url(file),
    mark: join(folder, marks, String(files.indexOf(file))),
  }));
  const lines = [
    `import { AsyncResource } from 'node:async_hooks';`,
    `import { mkdirSync } from 'node:fs';`,
    `import { after, suite } from 'node:test';`,
    ...sharedBy(list).map((file) => `await import(${JSON.stringify(url(file))});`),
    `const waiting = ${JSON.stringify(waiting)};`,
    'function isFree({ mark }) {',
    "  try { mkdirSync(mark); return true; } catch (error) { if (error.code === 'EEXIST') return false; throw error; }",
    '}',
    '// Bound here, or what is added in a hook would belong to that suite. Added before the last one ends, or all would end.',
    'const addNext = AsyncResource.bind(() => {',
    '  let next;',
    '  do next = waiting.shift(); while (next && !isFree(next));',
    '  if (next) void suite(next.file, { timeout: Infinity }, async () => { after(addNext); await import(next.url); });',
    '});',
    'addNext();',
  ];
  writeFileSync(entry, lines.join('\n'));
  return entry;
}

/**
 * Tests that kill processes and drive a browser are sensitive to load. If only a few fail, their files are
 * retried on their own, and the run reports them: a test that passes only on retry is flaky and needs to be
 * fixed.
 */
const maxTriedAgain = 5;

const minute = 60_000;
/**
 * A run that hangs is killed and reports where: the first round after the given minutes, the second after
 * two.
 */
const longestRound = Number(process.env.TEST_MINUTES ?? 20) * minute;
const longestSecondRound = 2 * minute;

async function runAll(env: NodeJS.ProcessEnv): Promise<boolean> {
  const entries = Array.from({ length: processes }, (_, i) =>
    writeEntry(`process-${i + 1}`, orderFor(i), 'first'),
  );
  const first = await runRound(env, entries, { concurrency: processes, longest: longestRound });
  const begun = new Set(readdirSync(join(folder, 'first')).map(Number));
  const left = files.filter((_, i) => !begun.has(i));
  // A process starts its next file after the tests of the previous one.
  for (const file of left)
    console.log(`Not begun, because an earlier file could not be read or has no tests: ${file}`);
  if (left.length > 0) return false;
  return first.isGood || (mayTryAgain(first) && (await tryAgain(env, first)));
}

function mayTryAgain({ finished, failed, failedFiles }: Round): boolean {
  if (named.length > 0 || !finished || failedFiles.size === 0) return false;
  return failed.length <= maxTriedAgain && failedFiles.size <= maxTriedAgain;
}

async function tryAgain(env: NodeJS.ProcessEnv, { failed, failedFiles }: Round): Promise<boolean> {
  const entries = [...failedFiles].map((file, i) => writeEntry(`again-${i + 1}`, [file]));
  const second = await runRound(env, entries, {
    concurrency: 1,
    longest: longestSecondRound,
    arguments: ['--test-force-exit'],
  });
  const stillFailed = new Set(second.failed);
  for (const name of failed) {
    const isSteady = second.finished && !stillFailed.has(name);
    console.log(`${isSteady ? 'UNSTEADY, passed when tried again' : 'Failed twice'}: ${name}`);
  }
  return second.isGood;
}

// Tests start servers from the build, several at the same time.
if (named.length === 0) await ensureBuild();
const server = await lendTestServer();
let isGood = false;
try {
  isGood = await runAll({
    ...process.env,
    ...server.environment,
    NODE_ENV: 'test',
    // Modules with types stripped and precompiled, which cuts the start time of a process to a third.
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
  });
} finally {
  await server.close();
}
// Resources left open by a killed process must not keep this one alive.
process.exit(isGood && !interrupted.signal.aborted ? 0 : 1);
