// Runs the tests: all of them, or the files named, in a few processes side by side that share one database server.
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../test/chromium/chromium.ts';
import { lendTestServer } from '../test/database.ts';

const named = process.argv.slice(2);
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

/**
 * Files by the process that runs them, one after the other. A process begins by reading all of our source, so that one a
 * file would do little else; and there are more than run at once, so that the last do not leave a processor idle for long.
 */
function inGroups(): string[][] {
  const deal = (dealt: readonly string[], piles: number) =>
    Array.from({ length: piles }, (_, pile) => dealt.filter((_, i) => i % piles === pile));
  const isInBrowser = (file: string) => file.endsWith('.browser.ts');
  const slow = deal(files.filter(isInBrowser), 3);
  const quick = deal(
    files.filter((file) => !isInBrowser(file)),
    named.length > 0 ? 1 : 4,
  );
  return [...slow, ...quick].filter(({ length }) => length > 0);
}

const folder = mkdtempSync(join(tmpdir(), 'tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * A file for a process to run, which reads the tests' files. No test begins before all are read: those of a file that is
 * read quickly would be over before another's have begun, and with them the whole run, for what is done after it.
 */
function writeEntry(name: string, group: readonly string[]): string {
  const entry = join(folder, `${name}.mjs`);
  const lines = [
    `import { before } from 'node:test';`,
    'const all = Promise.withResolvers();',
    'before(() => all.promise);',
    'try {',
    ...group.map((file) => `await import(${JSON.stringify(pathToFileURL(resolve(file)).href)});`),
    '} finally { all.resolve(); }',
  ];
  writeFileSync(entry, lines.join('\n'));
  return entry;
}

interface Round {
  isGood: boolean;
  /** Whether every process came to its end, rather than that one fell. */
  finished: boolean;
  passed: Set<string>;
  failed: string[];
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
// Whoever reads what is printed may stop, as `head` does.
process.stdout.on('error', () => interrupted.abort());

async function runRound(
  env: NodeJS.ProcessEnv,
  entries: string[],
  options: { concurrency?: number; testNamePatterns?: RegExp[] },
): Promise<Round> {
  const round: Round = { isGood: false, finished: false, passed: new Set(), failed: [] };
  const unfinished = new Set(entries);
  const events = run({
    files: entries,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env,
    signal: interrupted.signal,
    ...options,
  });
  events.on('test:pass', ({ name }) => void round.passed.add(name));
  events.on('test:fail', ({ name, details: { type, error } }) => {
    // What holds tests fails with them, and is no test.
    const isTest = type !== 'suite' && !('failureType' in error && error.failureType === 'subtestsFailed');
    if (isTest && !entries.includes(name)) round.failed.push(name);
  });
  events.on('test:summary', ({ file, success }) => {
    if (file === undefined) round.isGood = success;
    else unfinished.delete(file);
  });
  const printed = events.compose(spec);
  printed.pipe(process.stdout, { end: false });
  // Otherwise what nobody reads any more would stand there, and the tests' processes would wait for ever to be heard.
  process.stdout.once('unpipe', () => printed.resume());
  await once(printed, 'end');
  // A process that falls without a word is no failure to the runner.
  for (const entry of unfinished) console.log(`No tests, or not all of them: ${entry}`);
  round.finished = unfinished.size === 0;
  round.isGood &&= round.finished;
  return round;
}

const exactly = (name: string) => new RegExp(`^${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`);

/**
 * Tests that kill processes and drive a browser meet what a busy machine does. A few that failed are tried once more
 * by themselves, and the run says so: what passes only then is unsteady, and somebody's next work.
 */
const mostTriedAgain = 5;
/** A second try that hangs is ended, in milliseconds, so that the run ends with what failed. */
const longestSecondTry = 8 * 60_000;

/** One more than there are processors: the tests of faults and those in a browser wait most of their time. */
const processes = Math.min(availableParallelism(), 4) + 1;

async function runAll(env: NodeJS.ProcessEnv): Promise<boolean> {
  const groups = inGroups().map((group, i) => writeEntry(`group-${i + 1}`, group));
  const first = await runRound(env, groups, { concurrency: processes });
  const { finished, failed } = first;
  const mayTryAgain = named.length === 0 && finished && failed.length > 0 && failed.length <= mostTriedAgain;
  if (!mayTryAgain) return first.isGood;
  const entries = [writeEntry('again', files)];
  setTimeout(() => interrupted.abort(), longestSecondTry).unref();
  const second = await runRound(env, entries, { testNamePatterns: failed.map(exactly) });
  const stillFailed = failed.filter((name) => !second.passed.has(name));
  for (const name of failed)
    console.log(
      `${stillFailed.includes(name) ? 'Failed twice' : 'UNSTEADY, passed when tried again'}: ${name}`,
    );
  return second.isGood && stillFailed.length === 0;
}

const server = await lendTestServer();
try {
  const isGood = await runAll({
    ...process.env,
    ...server.environment,
    NODE_ENV: 'test',
    // Modules without their types, and compiled: a third of the time that a process takes to begin.
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
  });
  process.exitCode = isGood ? 0 : 1;
} finally {
  await server.close();
}
