// Runs the tests: all of them, or the files named, in a few processes side by side that share one database server.
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../test/chromium/chromium.ts';
import { lendTestServer } from '../test/database.ts';
import { interrupted, runRound } from './test-round.ts';
import type { Round } from './test-round.ts';

const named = process.argv.slice(2).map((file) => relative('.', file));
/** The look at every page takes as long as all else: `npm run test:pages`. */
const apart = ['test/journeys/pages.browser.ts'];
const files = (named.length > 0 ? named : globSync(patterns(), { exclude: apart })).sort();

/** Journeys in a browser are for machines that have one; over plain HTTP they run everywhere. */
function patterns(): string[] {
  const everywhere = ['src/**/*.test.ts', 'test/**/*.test.ts', 'browser/**/*.test.ts'];
  if (findChromium()) return [...everywhere, 'test/**/*.browser.ts'];
  console.log(
    'No Chromium (install the package chromium, or set CHROMIUM_PATH): journeys over plain HTTP only.',
  );
  return everywhere;
}

const isInBrowser = (file: string) => file.endsWith('.browser.ts');

/**
 * Files by the process that runs them, one after the other. A process begins by reading all of our source, so that one a
 * file would do little else; and there are more than run at once, so that the last do not leave a processor idle for long.
 */
function inGroups(): string[][] {
  const deal = (dealt: readonly string[], piles: number) =>
    Array.from({ length: piles }, (_, pile) => dealt.filter((_, i) => i % piles === pile));
  const slow = deal(files.filter(isInBrowser), 3);
  const quick = deal(
    files.filter((file) => !isInBrowser(file)),
    named.length > 0 ? 1 : 4,
  );
  return [...slow, ...quick].filter(({ length }) => length > 0);
}

const folder = mkdtempSync(join(tmpdir(), 'tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Modules that tests share and that open something for the whole process. */
const sharedBy = (group: readonly string[]) => [
  'test/app.ts',
  ...(group.some(isInBrowser) ? ['test/chromium/browser.ts'] : []),
];

/**
 * A file for a process to run: each file of tests is a suite of its own, so that its hooks run before and after its own tests,
 * and no test begins before all files are read.
 */
function writeEntry(name: string, group: readonly string[]): string {
  const entry = join(folder, `${name}.mjs`);
  const url = (file: string) => JSON.stringify(pathToFileURL(resolve(file)).href);
  const lines = [
    `import { before, suite } from 'node:test';`,
    'const all = Promise.withResolvers();',
    'before(() => all.promise);',
    ...sharedBy(group).map((file) => `await import(${url(file)});`),
    'let last = Promise.resolve();',
    'function add(file, url) {',
    '  const previous = last;',
    '  const read = Promise.withResolvers();',
    '  last = read.promise;',
    '  void suite(file, { timeout: Infinity }, async () => {',
    '    await new Promise((resolve) => void previous.then(resolve)); // made here, or the suite is forgotten',
    '    try { await import(url); } finally { read.resolve(); }',
    '  });',
    '}',
    ...group.map((file) => `add(${JSON.stringify(file)}, ${url(file)});`),
    'void last.then(all.resolve);',
  ];
  writeFileSync(entry, lines.join('\n'));
  return entry;
}

/**
 * Tests that kill processes and drive a browser meet what a busy machine does. A few that failed are tried once more, their
 * files by themselves, and the run says so: what passes only then is unsteady, and somebody's next work.
 */
const mostTriedAgain = 5;

const minute = 60_000;
/** A run that hangs is ended, and says where: a first round within the minutes given, a second within two. */
const longestRound = Number(process.env.TEST_MINUTES ?? 15) * minute;
const longestSecondRound = 2 * minute;

/** One more than there are processors: the tests of faults and those in a browser wait most of their time. */
const processes = Math.min(availableParallelism(), 4) + 1;

async function runAll(env: NodeJS.ProcessEnv): Promise<boolean> {
  const groups = inGroups().map((group, i) => writeEntry(`group-${i + 1}`, group));
  const first = await runRound(env, groups, { concurrency: processes, longest: longestRound });
  return first.isGood || (mayTryAgain(first) && (await tryAgain(env, first)));
}

function mayTryAgain({ finished, failed, failedFiles }: Round): boolean {
  if (named.length > 0 || !finished || failedFiles.size === 0) return false;
  return failed.length <= mostTriedAgain && failedFiles.size <= mostTriedAgain;
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

const server = await lendTestServer();
let isGood = false;
try {
  isGood = await runAll({
    ...process.env,
    ...server.environment,
    NODE_ENV: 'test',
    // Modules without their types, and compiled: a third of the time that a process takes to begin.
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
  });
} finally {
  await server.close();
}
// What a process that was ended left open must not hold this one.
process.exit(isGood && !interrupted.signal.aborted ? 0 : 1);
