import { once } from 'node:events';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

export interface Round {
  isGood: boolean;
  /** Whether every process came to its end, rather than that one fell or was ended. */
  finished: boolean;
  /** The names of tests, and the files that hold them. */
  failed: string[];
  failedFiles: Set<string>;
}

export const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
// The reader of the output may stop early, as `head` does.
process.stdout.on('error', () => interrupted.abort());

interface Options {
  /** How many processes run at once. */
  concurrency: number;
  /** In milliseconds: what runs longer is ended. */
  longest: number;
  /** For Node, in each process. */
  arguments?: string[];
}

/** How long processes that are told to end may take to do so, in milliseconds. */
const toEnd = 10_000;

/** Runs each entry in a process of its own. The outermost suites of an entry are named for the files they hold. */
export async function runRound(
  env: NodeJS.ProcessEnv,
  entries: string[],
  { concurrency, longest, arguments: more = [] }: Options,
): Promise<Round> {
  const round: Round = { isGood: false, finished: false, failed: [], failedFiles: new Set() };
  const unfinished = new Set(entries);
  const tooLong = AbortSignal.timeout(longest);
  const signal = AbortSignal.any([interrupted.signal, tooLong]);
  const events = run({
    files: entries,
    concurrency,
    // Room for what a test leaves behind, so that less of it is copied before it is dropped.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64', ...more],
    env,
    signal,
  });
  const running = watchRunning(events, entries);
  events.on('test:fail', ({ name, nesting, details: { type, error } }) => {
    if (entries.includes(name) || signal.aborted) return;
    if (nesting === 0) round.failedFiles.add(name);
    // What holds tests fails with them, and is no test.
    if (!('failureType' in error && error.failureType === 'subtestsFailed') && type !== 'suite')
      round.failed.push(name);
  });
  events.on('test:summary', ({ file, success }) => {
    if (file === undefined) round.isGood = success;
    else unfinished.delete(file);
  });
  const printed = events.compose(spec);
  printed.pipe(process.stdout, { end: false });
  // Otherwise what nobody reads any more would be there, and the tests' processes would wait for ever to be heard.
  process.stdout.once('unpipe', () => printed.resume());
  const hung = once(tooLong, 'abort').then(() => running());
  await Promise.race([once(printed, 'end'), once(signal, 'abort').then(() => pause(toEnd))]);
  round.finished = unfinished.size === 0 && !signal.aborted;
  if (tooLong.aborted) console.log(`HUNG, ended after ${longest / 60_000} minutes: ${await hung}`);
  // A process that falls without a word is no failure to the runner.
  for (const entry of unfinished) console.log(`No tests, or not all of them: ${entry}`);
  round.isGood &&= round.finished;
  return round;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * What has begun and not ended. The runner hears one process at a time, the first that is not over, so that these are a test and
 * what holds it.
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
    'a process that is silent, in a test that never waits or after its tests';
}
