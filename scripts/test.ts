// Runs all tests, or the files given, in a few parallel processes that share one database server.
import { globSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { findChromium } from '../test/chromium/chromium.ts';
import { isEngineInstalled } from '../test/clickhouse/engine.ts';
import { lendTestServer } from '../test/database.ts';
import { memoryFolder } from '../test/memory-folder.ts';
import { ensureBuild } from './build/ensure-build.ts';
import { isStackInstalled } from '../test/paid/local-stack.ts';
import { longestFirst, saveCosts } from './testing/costs.ts';
import { interrupted, runRound } from './testing/round.ts';
import type { Round } from './testing/round.ts';

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
  if (!isStackInstalled())
    console.log('Paid calls are not tested on local chains (install them: npm ci --prefix x402-stack).');
  if (!isEngineInstalled())
    console.log(
      'Clicks are not tested in ClickHouse (install its engine: npm ci --prefix clickhouse-engine).',
    );
  return [
    ...everywhere,
    ...(isStackInstalled() ? ['test/**/*.x402.ts'] : []),
    ...(isEngineInstalled() ? ['test/**/*.clickhouse.ts'] : []),
  ];
}

/** One per processor, and others because some tests wait: for killed programs, or for a browser. */
const processes = named.length > 0 ? 1 : Math.min(availableParallelism(), 4) + (inBrowser ? 1 : 2);

/** Data of a started program, which tests of the whole program share. The first of them creates it. */
const programData = join(memoryFolder(), `plaza-prepared-${process.pid}`);
process.on('exit', () => {
  for (const each of [programData, `${programData}.draft`]) rmSync(each, { recursive: true, force: true });
});

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
  const first = await runRound(env, longestFirst(files), { processes, longest: longestRound });
  if (named.length === 0) saveCosts(first.costs);
  return first.isGood || (mayTryAgain(first) && (await tryAgain(env, first)));
}

function mayTryAgain({ finished, failed, failedFiles }: Round): boolean {
  if (named.length > 0 || !finished || failedFiles.size === 0) return false;
  return failed.length <= maxTriedAgain && failedFiles.size <= maxTriedAgain;
}

async function tryAgain(env: NodeJS.ProcessEnv, { failed, failedFiles }: Round): Promise<boolean> {
  const second = await runRound(env, [...failedFiles], {
    processes: 1,
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
