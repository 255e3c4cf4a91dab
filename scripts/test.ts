// Runs all tests, or the files given, in a few parallel processes that share one database server.
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../test/chromium/chromium.ts';
import { lendTestServer } from '../test/database.ts';
import { memoryFolder } from '../test/memory-folder.ts';
import { ensureBuild } from './build/ensure-build.ts';
import { isStackInstalled } from '../test/paid/local-stack.ts';
import { interrupted, runRound } from './test-round.ts';
import type { Round } from './test-round.ts';

const isInBrowser = (file: string) => file.endsWith('.browser.ts');

/** `--browser` runs the journeys in Chromium, which take as long as all other tests. */
const [first, ...others] = process.argv.slice(2);
const inBrowser = first === '--browser';
const named = (inBrowser ? others : process.argv.slice(2)).map((file) => relative('.', file));
const files = (named.length > 0 ? named : globSync(patterns())).sort();

function patterns(): string[] {
  if (inBrowser) {
    if (findChromium()) return ['test/**/*.browser.ts'];
    console.log('No Chromium: install the package chromium, or set CHROMIUM_PATH.');
    process.exit(1);
  }
  const everywhere = ['src/**/*.test.ts', 'test/**/*.test.ts', 'browser/**/*.test.ts'];
  if (isStackInstalled()) return [...everywhere, 'test/**/*.x402.ts'];
  console.log('Paid calls are not tested on local chains (install them: npm ci --prefix x402-stack).');
  return everywhere;
}

/** One per processor, and others because some tests wait: for killed programs, or for a browser. */
const processes = named.length > 0 ? 1 : Math.min(availableParallelism(), 4) + (inBrowser ? 1 : 2);

/** Files that take longest, so that they start first and no process is left alone with one at the end. */
const slowest = [
  'test/journeys/pages.browser.ts',
  'test/journeys/content/content.browser.ts',
  'test/journeys/api-clients/generated-client.test.ts',
  'test/garbage/garbage.test.ts',
  'test/faults/stopped.test.ts',
];
const weightOf = (file: string) => (slowest.includes(file) ? 2 : Number(file.startsWith('test/')));

/** Grace period for a process to exit after its last test, in milliseconds. */
const toClose = 20_000;

/**
 * Every process has the whole list, slow files first, and claims files that no other has claimed, so that
 * none is idle before the last file.
 */
const ordered = [...files].sort((one, other) => weightOf(other) - weightOf(one));

const folder = mkdtempSync(join(tmpdir(), 'tests-'));
/** Data of a started program, which tests of the whole program share. The first of them creates it. */
const programData = join(memoryFolder(), `plaza-prepared-${process.pid}`);
process.on('exit', () => {
  for (const each of [folder, programData, `${programData}.draft`])
    rmSync(each, { recursive: true, force: true });
});

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
    '// A server that a failed test left open would hold the run until its time limit.',
    'const end = () => { console.log(`Still open after all tests: ${process.getActiveResourcesInfo().join(", ")}`); process.exit(1); };',
    `after(() => void setTimeout(end, ${toClose}).unref());`,
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
const longestSecondRound = (inBrowser ? 5 : 2) * minute;

async function runAll(env: NodeJS.ProcessEnv): Promise<boolean> {
  const entries = Array.from({ length: processes }, (_, i) =>
    writeEntry(`process-${i + 1}`, ordered, 'first'),
  );
  const first = await runRound(env, entries, { concurrency: processes, longest: longestRound });
  const begun = new Set(readdirSync(join(folder, 'first')).map(Number));
  const left = files.filter((_, i) => !begun.has(i));
  // A process starts its next file after the tests of the previous one.
  for (const file of left)
    console.log(`Not started, because an earlier file could not be loaded or has no tests: ${file}`);
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
    console.log(`${isSteady ? 'UNSTEADY, passed on retry' : 'Failed twice'}: ${name}`);
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
    TEST_PROGRAM_DATA: programData,
    // Modules with types stripped and precompiled, which cuts the start time of a process to a third.
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
  });
} finally {
  await server.close();
}
// Resources left open by a killed process must not keep this one alive.
process.exit(isGood && !interrupted.signal.aborted ? 0 : 1);
