import { run, type Runner, type RunnerOptions, type WorkerEvents } from 'graphile-worker';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { minutes, seconds } from '../../kernel/time.ts';
import type { App } from '../app.ts';
import { checkSpace, isDiskFull } from '../http/overload/free-space.ts';
import { jobRunnerFailures } from '../logging/metrics.ts';
import { type Job, type RunnerName, runnerOptions, runners } from './jobs.ts';

export interface Worker {
  /** Stops taking jobs and waits for running ones. A job that takes too long returns to the queue. */
  stop(): Promise<void>;
}

/** How long a running job may take during shutdown before it returns to the queue. */
const maxWait = seconds(8);
/** Additional time for a runner to record the outcome of its jobs. */
const recordGrace = seconds(4);
/** How often a runner looks whether the disk became full or has space again. */
const watchEvery = seconds(1);
const [firstPause, longestPause] = [seconds(0.5), seconds(15)];

/**
 * Starts separate runners for each kind of job, so no kind waits for another.
 * @param alone see `startWorker`
 */
export async function startWorkers(
  app: App,
  jobs: readonly Job[],
  pool: pg.Pool,
  { alone = false } = {},
): Promise<Worker> {
  if (alone) await freeAllLocks(pool);
  const kinds = (Object.keys(runners) as RunnerName[]).map((name) => ({
    jobs: jobs.filter(({ runner }) => runner === name),
    concurrency: runners[name],
  }));
  const workers = await Promise.all(
    kinds
      .filter(({ jobs }) => jobs.length > 0)
      .map(({ jobs, concurrency }) => startWorker(app, jobs, pool, { concurrency })),
  );
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

/**
 * Runs jobs and the cron scheduler until stopped. A runner that fails, for example because PostgreSQL was
 * unreachable, is replaced, and its jobs return to the queue. So do the jobs of dead processes.
 * @param pool for the queue's own statements; jobs use `app.db`
 * @param alone whether no other process can work on this queue, so all jobs marked as running were
 * interrupted
 * While the disk is full, jobs wait that do not say otherwise.
 */
export async function startWorker(
  app: App,
  jobs: readonly Job[],
  pool: pg.Pool,
  { alone = false, concurrency = runners.default }: { alone?: boolean; concurrency?: number } = {},
): Promise<Worker> {
  if (alone) await freeAllLocks(pool);
  const stopping = new AbortController();
  const started = Promise.withResolvers<undefined>();
  const runForever = async (): Promise<void> => {
    let pause = firstPause;
    await checkSpace(app);
    while (!stopping.signal.aborted) {
      const began = Date.now();
      const wasFull = isDiskFull(app);
      const due = wasFull ? jobs.filter(({ whenFull }) => whenFull) : jobs;
      const options = { ...runnerOptions(app, due, pool), concurrency };
      const changing = new AbortController();
      const watching = setInterval(() => {
        if (isDiskFull(app) !== wasFull) changing.abort();
      }, watchEvery).unref();
      const signal = AbortSignal.any([stopping.signal, changing.signal]);
      try {
        if (due.length > 0) await runOnce(app, options, pool, signal, () => started.resolve(undefined));
        else await untilAborted(signal, () => started.resolve(undefined));
      } catch (error) {
        jobRunnerFailures.inc();
        app.log.warn({ err: error }, 'the job runner failed and is being replaced');
      } finally {
        clearInterval(watching);
      }
      if (changing.signal.aborted) continue;
      started.resolve(undefined);
      pause = Date.now() - began > minutes(1) ? firstPause : Math.min(pause * 2, longestPause);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = runForever();
  await started.promise;
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function untilAborted(signal: AbortSignal, waiting: () => void): Promise<void> {
  waiting();
  if (!signal.aborted) await once(signal, 'abort');
}

/** Runs one runner until it ends. Throws unless it was stopped. */
async function runOnce(
  app: App,
  options: RunnerOptions,
  pool: pg.Pool,
  signal: AbortSignal,
  started: () => void,
): Promise<void> {
  const events = new EventEmitter() as WorkerEvents;
  const ids: string[] = [];
  events.on('pool:create', ({ workerPool }) => void ids.push(workerPool.id));
  const held = watchHeld(events);
  // The runner shuts itself down if it cannot store a job's outcome, which may take long.
  const timedOut = once(events, 'pool:gracefulShutdown');
  const runner = await run({
    ...options,
    events,
    gracefulShutdownAbortTimeout: maxWait,
  });
  const beating = setInterval(() => void checkLocks(), beatEvery);
  const checkLocks = async (): Promise<void> => {
    try {
      for (const id of ids) await beat(pool, id);
      const freed = (await freeDeadLocks(pool)) + (await freeLostClaims(pool, ids, held()));
      if (freed > 0)
        app.log.warn({ jobs: freed }, 'jobs that no process was running were returned to the queue');
    } catch (error) {
      app.log.debug({ err: error }, 'the job runner could not record its heartbeat');
    }
  };
  try {
    await checkLocks();
    started();
    await untilOver(runner, timedOut, signal);
  } finally {
    clearInterval(beating);
    for (const id of ids) await freeUntilDone(pool, id, signal);
  }
}

async function untilOver(runner: Runner, timedOut: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const stop = () => void runner.stop().catch(() => undefined);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const ending = runner.promise.then(
    () => {
      if (!signal.aborted) throw new Error('The job runner stopped unexpectedly');
    },
    (error: unknown) => {
      if (!signal.aborted) throw error;
    },
  );
  try {
    await Promise.race([ending, timedOut]);
    await Promise.race([ending, tooLong()]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function tooLong(): Promise<never> {
  await sleep(maxWait + recordGrace, undefined, { ref: false });
  throw new Error('The job runner did not stop');
}

/** Releases the runner's jobs when PostgreSQL is reachable. If that takes too long, other runners do it. */
async function freeUntilDone(pool: pg.Pool, id: string, signal: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + seconds(30); Date.now() < deadline;) {
    try {
      await freeLocksOf(pool, id);
      return;
    } catch {
      if (signal.aborted) return;
      await sleep(firstPause, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Heartbeat interval of runners. */
const beatEvery = seconds(5);

/**
 * A runner without a heartbeat for this long is dead. A PostgreSQL interval, compared with the database's
 * clock.
 */
const deadAfter = '30 seconds';

/** Records this runner's heartbeat. */
async function beat(pool: pg.Pool, runnerId: string): Promise<void> {
  await pool.query(
    `insert into system.job_runner (id, seen_at) values ($1, now())
     on conflict (id) do update set seen_at = excluded.seen_at`,
    [runnerId],
  );
}

/** Releases the jobs and queues of dead runners. Safe to run concurrently. */
async function freeDeadLocks(pool: pg.Pool): Promise<number> {
  await pool.query(`delete from system.job_runner where seen_at < now() - interval '${deadAfter}'`);
  // The second condition excludes a new runner that has not sent a heartbeat yet.
  return free(
    pool,
    `locked_by not in (select id from system.job_runner) and locked_at < now() - interval '${deadAfter}'`,
  );
}

/** Returns a function that lists the jobs that the runner has claimed, and those whose outcome it may still be recording. */
function watchHeld(events: WorkerEvents): () => string[] {
  const until = new Map<string, number>();
  events.on('job:start', ({ job }) => void until.set(job.id, Infinity));
  events.on('job:complete', ({ job }) => void until.set(job.id, Date.now() + recording));
  return () => {
    for (const [id, end] of until) if (end < Date.now()) until.delete(id);
    return [...until.keys()];
  };
}

/** How long recording an outcome may take before the job is repeated. */
const recording = minutes(1);

/**
 * Releases what live runners have claimed without knowing it, because the connection was lost before the answer: nobody
 * would run it, nor what waits behind it in its queue.
 */
async function freeLostClaims(
  pool: pg.Pool,
  runnerIds: readonly string[],
  held: readonly string[],
): Promise<number> {
  const { rows } = await pool.query<{ jobs: number }>(
    `with job as (
       update graphile_worker._private_jobs set locked_at = null, locked_by = null
       where locked_by = any($1) and locked_at < now() - interval '${deadAfter}' and id <> all($2::bigint[])
       returning job_queue_id
     ), queue as (
       update graphile_worker._private_job_queues set locked_at = null, locked_by = null
       where locked_by = any($1) and id in (select job_queue_id from job)
     )
     select count(*)::int as jobs from job`,
    [runnerIds, held],
  );
  return rows[0]?.jobs ?? 0;
}

/** Releases the locks of this runner after it has ended. */
async function freeLocksOf(pool: pg.Pool, runnerId: string): Promise<number> {
  await pool.query('delete from system.job_runner where id = $1', [runnerId]);
  return free(pool, 'locked_by = $1', [runnerId]);
}

/** Releases all locks, for a process that is known to be the only one. */
async function freeAllLocks(pool: pg.Pool): Promise<number> {
  await pool.query('delete from system.job_runner');
  return free(pool, 'true');
}

/**
 * A queue's lock holds its waiting jobs, so both are released together. Returns the number of released jobs.
 */
async function free(pool: pg.Pool, condition: string, values: string[] = []): Promise<number> {
  const { rows } = await pool.query<{ jobs: number }>(
    `with job as (
       update graphile_worker._private_jobs set locked_at = null, locked_by = null
       where locked_at is not null and ${condition} returning 1
     ), queue as (
       update graphile_worker._private_job_queues set locked_at = null, locked_by = null
       where locked_at is not null and ${condition}
     )
     select count(*)::int as jobs from job`,
    values,
  );
  return rows[0]?.jobs ?? 0;
}
