import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { type Cost, watchProcessors } from './costs.ts';

export interface Round {
  isGood: boolean;
  /** Whether every process ran to completion, rather than crashing or being killed. */
  finished: boolean;
  /** Names of failed tests, and the files that contain them. */
  failed: string[];
  failedFiles: Set<string>;
  costs: Record<string, Cost>;
}

export const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
// The consumer of the output may stop early, as `head` does.
process.stdout.on('error', () => interrupted.abort());

interface Options {
  processes: number;
  /** Timeout in milliseconds. Processes that run longer are killed. */
  longest: number;
  /** Node arguments for each process. */
  arguments?: string[];
}

const processFile = 'scripts/testing/process.ts';

/** Grace period for processes to exit, in milliseconds. */
const toEnd = 10_000;

/** Runs the files in several processes. Each runs one file after the other, of those that no other has claimed. */
export async function runRound(
  env: NodeJS.ProcessEnv,
  files: string[],
  { processes, longest: timeout, arguments: more = [] }: Options,
): Promise<Round> {
  const round: Round = { isGood: false, finished: false, failed: [], failedFiles: new Set(), costs: {} };
  const began = performance.now();
  const usedSince = watchProcessors();
  const claims = mkdtempSync(join(tmpdir(), 'tests-'));
  const tooLong = AbortSignal.timeout(timeout);
  const signal = AbortSignal.any([interrupted.signal, tooLong]);
  const events = run({
    files: Array.from({ length: processes }, () => processFile),
    concurrency: processes,
    argv: files,
    // A larger young generation, so that less of a test's garbage is copied before it is dropped.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64', ...more],
    env: { ...env, TEST_CLAIMS: claims },
    signal,
  });
  const running = watchRunning(events);
  events.on('test:fail', ({ name, details: { type, error } }) => {
    if (signal.aborted) return;
    if (files.includes(name)) round.failedFiles.add(name);
    // What fails because of its tests is not a failed test itself.
    else if (!('failureType' in error && error.failureType === 'subtestsFailed') && type !== 'suite')
      round.failed.push(name);
  });
  const printed = events.compose(spec);
  printed.pipe(process.stdout, { end: false });
  // Otherwise unread output would accumulate, and the test processes would block forever on it.
  process.stdout.once('unpipe', () => printed.resume());
  const hung = once(tooLong, 'abort').then(() => running());
  await Promise.race([once(printed, 'end'), once(signal, 'abort').then(() => pause(toEnd))]);
  // Each process leaves a folder for each file that it claims, and one when it has ended.
  const left = readdirSync(claims);
  const ended = left.filter((name) => name.startsWith('ended-')).length;
  const claimed = left.length - ended;
  round.finished = ended === processes && !signal.aborted;
  if (tooLong.aborted) console.log(`HUNG, killed after ${timeout / 60_000} minutes: ${await hung}`);
  // The runner does not report a process that crashes silently.
  else if (!round.finished)
    console.log(`Only ${ended} of ${processes} processes ran to their end: ${running()}`);
  if (claimed < files.length) console.log(`Not started: ${files.slice(claimed).join(', ')}`);
  for (const [at, file] of files.entries()) {
    const cost = `${claims}/${at}/cost.json`;
    if (existsSync(cost)) round.costs[file] = JSON.parse(readFileSync(cost, 'utf8')) as Cost;
  }
  rmSync(claims, { recursive: true, force: true });
  printCosts(round.costs, performance.now() - began, usedSince());
  round.isGood = round.finished && round.failed.length === 0 && round.failedFiles.size === 0;
  return round;
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(0);

/** Idle processors show that tests wait, or that the last file runs alone. */
function printCosts(costs: Round['costs'], duration: number, used: number): void {
  const slowest = Object.entries(costs).toSorted(([, one], [, other]) => other.duration - one.duration);
  for (const [file, { duration, processor }] of slowest.slice(0, 20))
    console.log(`${seconds(duration)} s, ${seconds(processor)} s of a processor: ${file}`);
  const processor = slowest.reduce((sum, [, cost]) => sum + cost.processor, 0);
  console.log(
    `${seconds(duration)} s in all; ${seconds(processor)} s of processors besides PostgreSQL; ` +
      `${availableParallelism()} processors, ${Math.round(used * 100)} % busy`,
  );
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Tracks tests that have started and not ended. The runner reports one process at a time, the first
 * unfinished one, so these are a test and its suites.
 */
function watchRunning(events: ReturnType<typeof run>): () => string {
  const begun = new Map<string, string>();
  const place = ({
    name,
    file,
    line,
    nesting,
  }: {
    name: string;
    file?: string;
    line?: number;
    nesting: number;
  }) => `${file}:${line}:${nesting}:${name}`;
  events.on('test:dequeue', (test) => {
    // The outermost is the process.
    if (test.nesting > 0) begun.set(place(test), test.name);
  });
  events.on('test:complete', (test) => void begun.delete(place(test)));
  return () =>
    [...begun.values()].join(' › ') ||
    'a process without output: in a test that blocks the event loop, or after its tests';
}
