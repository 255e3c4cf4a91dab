import { once } from 'node:events';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';

export interface Round {
  isGood: boolean;
  /** Whether every process ran to completion, rather than crashing or being killed. */
  finished: boolean;
  /** Names of failed tests, and the files that contain them. */
  failed: string[];
  failedFiles: Set<string>;
}

export const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
// The consumer of the output may stop early, as `head` does.
process.stdout.on('error', () => interrupted.abort());

const preload = pathToFileURL('scripts/test-preload.mjs').href;

interface Options {
  /** Maximum number of concurrent processes. */
  concurrency: number;
  /** Timeout in milliseconds. Processes that run longer are killed. */
  longest: number;
  /** Node arguments for each process. */
  arguments?: string[];
}

/** Grace period for processes to exit, in milliseconds. */
const toEnd = 10_000;

/**
 * Runs each entry in a separate process. The outermost suites of an entry are named after the files that they
 * contain.
 */
export async function runRound(
  env: NodeJS.ProcessEnv,
  entries: string[],
  { concurrency, longest: timeout, arguments: more = [] }: Options,
): Promise<Round> {
  const round: Round = { isGood: false, finished: false, failed: [], failedFiles: new Set() };
  const unfinished = new Set(entries);
  const tooLong = AbortSignal.timeout(timeout);
  const signal = AbortSignal.any([interrupted.signal, tooLong]);
  const events = run({
    files: entries,
    concurrency,
    // A larger young generation, so that less of a test's garbage is copied before it is dropped.
    execArgv: [
      `--import=${preload}`,
      '--disable-warning=ExperimentalWarning',
      '--max-semi-space-size=64',
      ...more,
    ],
    env,
    signal,
  });
  const running = watchRunning(events, entries);
  events.on('test:fail', ({ name, nesting, details: { type, error } }) => {
    if (entries.includes(name) || signal.aborted) return;
    if (nesting === 0) round.failedFiles.add(name);
    // A suite that fails because of its tests is not a failed test itself.
    if (!('failureType' in error && error.failureType === 'subtestsFailed') && type !== 'suite')
      round.failed.push(name);
  });
  events.on('test:summary', ({ file, success }) => {
    if (file === undefined) round.isGood = success;
    else unfinished.delete(file);
  });
  const printed = events.compose(spec);
  printed.pipe(process.stdout, { end: false });
  // Otherwise unread output would accumulate, and the test processes would block forever on it.
  process.stdout.once('unpipe', () => printed.resume());
  const hung = once(tooLong, 'abort').then(() => running());
  await Promise.race([once(printed, 'end'), once(signal, 'abort').then(() => pause(toEnd))]);
  round.finished = unfinished.size === 0 && !signal.aborted;
  if (tooLong.aborted) console.log(`HUNG, killed after ${timeout / 60_000} minutes: ${await hung}`);
  // The runner does not report a process that crashes silently.
  for (const entry of unfinished) console.log(`Ended before its tests completed: ${entry}`);
  round.isGood &&= round.finished;
  return round;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Tracks tests that have started and not ended. The runner reports one process at a time, the first
 * unfinished one, so these are a test and its suites.
 */
function watchRunning(events: ReturnType<typeof run>, entries: string[]): () => string {
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
    if (!entries.includes(test.name)) begun.set(place(test), test.name);
  });
  events.on('test:complete', (test) => void begun.delete(place(test)));
  return () =>
    [...begun.values()].join(' › ') ||
    'a process without output: in a test that blocks the event loop, or after its tests';
}
