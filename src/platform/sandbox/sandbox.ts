import { availableParallelism } from 'node:os';
import { Problem, msg } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import { currentLanguage } from '../../web/translation/languages.ts';
import type { App } from '../app.ts';
import { WorkQueue } from '../work-queue.ts';
import { outputOf, type SandboxJob } from './messages.ts';
import { SandboxEnded, SandboxProcess, type Ended } from './sandbox-process.ts';
import type { SandboxTask } from './task.ts';

/**
 * Work of one class waits only for its own class: a flood of free runs delays neither paid calls nor the
 * uploads of members, and neither does an archive that takes minutes.
 */
type SandboxClass = 'free' | 'paid' | 'members' | 'audit' | 'imports';

export interface SandboxTurn {
  class: SandboxClass;
  /** Owners of a class take turns: an account id, the address of a visitor, or a payer. */
  owner: string;
}

interface SandboxOptions extends SandboxTurn {
  /** Maximum duration from the start of the work. Default: the timeout of tools. */
  seconds?: number;
  /** The field named if the input takes too long or too much memory. */
  field?: string;
  /** A folder in which the task may write. Such work has a process of its own. */
  folder?: string;
}

/** Half of the cores but one, which serves requests. */
const defaultProcesses = Math.max(1, Math.floor((availableParallelism() - 1) / 2));
const idleTime = seconds(30);

const waitTimes: Readonly<Record<SandboxClass, number>> = {
  free: 15,
  paid: 15,
  members: 60,
  audit: 15,
  imports: 1800,
};

interface Line {
  queue: WorkQueue;
  /** Processes without work, the latest last. */
  idle: SandboxProcess[];
  timer?: NodeJS.Timeout;
}

/** As `nice`: a higher number gets less of a busy processor. Requests are served at 0. */
const nicenessOf = ({ SANDBOX_NICENESS }: App['config'], name: SandboxClass) =>
  name === 'paid' || name === 'members' ? Math.floor(SANDBOX_NICENESS / 2) : SANDBOX_NICENESS;

const lines = new Map<SandboxClass, Line>();

function lineOf({ SANDBOX_PROCESSES }: App['config'], name: SandboxClass): Line {
  const known = lines.get(name);
  if (known) return known;
  const created: Line = {
    idle: [],
    queue: new WorkQueue({
      concurrency: SANDBOX_PROCESSES || defaultProcesses,
      maxWaiting: 100,
      // Enough for two posts with ten pictures each.
      maxWaitingPerOwner: 20,
      timeout: seconds(waitTimes[name]),
      message: msg('Too many files are being processed. Try again shortly.'),
      retryAfter: 5,
    }),
  };
  lines.set(name, created);
  return created;
}

/**
 * Runs a task in a process of its class, in the turn of its owner. Throws the task's `Problem`; one of kind
 * `unprocessable` if the input takes too long or too much memory; or one of kind `unavailable` if too much
 * work waits. Never call this inside a transaction.
 */
export function runSandboxed<I, O>(
  app: Pick<App, 'config' | 'log'>,
  task: SandboxTask<I, O>,
  input: I,
  options: SandboxOptions,
): Promise<O> {
  const line = lineOf(app.config, options.class);
  const job: SandboxJob = { task: task.name, input, language: currentLanguage() };
  return line.queue.run(options.owner, async () => {
    const { folder } = options;
    const sandbox = await (folder === undefined
      ? takeProcess(app, line, options.class)
      : startProcess(app, options.class, folder));
    const time = seconds(options.seconds ?? app.config.TOOL_SECONDS);
    try {
      return outputOf(await sandbox.run(job, time)) as O;
    } catch (error) {
      if (!(error instanceof SandboxEnded)) throw error;
      app.log.warn({ task: task.name, reason: error.reason, detail: error.message }, 'a sandbox was ended');
      throw refusal(error.reason, options.field);
    } finally {
      if (folder === undefined) returnProcess(line, sandbox);
      else sandbox.kill();
    }
  });
}

/**
 * Photos of members can have more pixels than what is drawn for free: HEIC of 33 megapixels needs 350 MB. Archives have
 * texts of years.
 */
const memoryOf = ({ SANDBOX_MEMORY_MB }: App['config'], name: SandboxClass) =>
  SANDBOX_MEMORY_MB * (name === 'imports' ? 4 : name === 'members' ? 2.5 : 1);

type Running = Pick<App, 'config' | 'log'>;

async function takeProcess(app: Running, line: Line, name: SandboxClass): Promise<SandboxProcess> {
  for (let idle = line.idle.pop(); idle; idle = line.idle.pop()) {
    if (idle.isUsable) return idle;
    idle.kill();
  }
  return startProcess(app, name);
}

async function startProcess(
  { config, log }: Running,
  name: SandboxClass,
  folder?: string,
): Promise<SandboxProcess> {
  try {
    return await SandboxProcess.start(memoryOf(config, name), nicenessOf(config, name), folder);
  } catch (error) {
    log.error({ err: error as Error }, 'a sandbox could not be started');
    throw new Problem('unavailable', msg('Files cannot be processed at the moment. Try again shortly.'), {
      retryAfter: 5,
      cause: error,
    });
  }
}

function returnProcess(line: Line, sandbox: SandboxProcess): void {
  if (!sandbox.isUsable) return sandbox.kill();
  line.idle.push(sandbox);
  clearTimeout(line.timer);
  line.timer = setTimeout(() => {
    for (const idle of line.idle.splice(0)) idle.kill();
  }, idleTime).unref();
}

function refusal(reason: Ended, field: string | undefined): Problem {
  const detail = { ...(field !== undefined && { field }) };
  if (reason === 'time')
    return new Problem('unprocessable', msg('This input takes too long to process'), {
      code: 'work_timeout',
      ...detail,
    });
  return reason === 'memory'
    ? new Problem('unprocessable', msg('This input uses too much memory'), { code: 'work_memory', ...detail })
    : new Problem('unprocessable', msg('This input cannot be processed'), { code: 'work_failed', ...detail });
}
