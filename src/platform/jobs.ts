import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, runMigrations, runOnce } from 'graphile-worker';
import type { CronItem, JobHelpers, RunnerOptions, TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import { orAbort } from '../kernel/or-abort.ts';
import type { App } from './app.ts';
import type { Log } from './logging/log.ts';
import { jobDuration } from './logging/metrics.ts';

/**
 * Each kind of job has runners of its own: how many of one process's jobs run at once. Whatever fills one kind, mail goes
 * out, and what waits for other hosts or reads whole accounts keeps nothing else waiting.
 */
export const runners = { mail: 2, default: 4, network: 4, import: 2, export: 2 } as const;
export type RunnerName = keyof typeof runners;

/** A kind of job as those who add one know it: its work may be declared by another feature. */
interface JobKind<Payload = unknown> {
  name: string;
  schema: TObject;
  /** Never set: it carries the type of what `schema` describes. */
  payload?: Payload;
}

export const jobKind = <S extends TObject>(name: string, schema: S): JobKind<Static<S>> => ({ name, schema });

/** Work that is done later, once the transaction that asked for it has committed. */
export interface Job<Payload = unknown> extends JobKind<Payload> {
  /** When it runs by itself (`10 3 * * *`, in UTC). The payload is empty then. */
  cron: string | undefined;
  runner: RunnerName;
  work(app: App, payload: Payload): Promise<void>;
}

export const job = <S extends TObject>(
  name: string,
  schema: S,
  work: (app: App, payload: Static<S>) => Promise<void>,
  { cron, runner = 'default' }: { cron?: string; runner?: RunnerName } = {},
): Job<Static<S>> => ({ name, schema, work, cron, runner });

/** The work of a kind of job that another feature adds. */
export const jobOf = <Payload>(
  { name, schema }: JobKind<Payload>,
  work: (app: App, payload: Payload) => Promise<void>,
  { cron, runner = 'default' }: { cron?: string; runner?: RunnerName } = {},
): Job<Payload> => ({ name, schema, work, cron, runner });

export interface JobOptions {
  runAt?: Date;
  /** A second job of the same key replaces the first one while that has not begun. */
  key?: string;
  /** Jobs of the same queue run one after the other. */
  queue?: string;
  /** Larger numbers run later; default 0. */
  priority?: number;
  /** Default 25, which at the usual back-off is three days. */
  maxAttempts?: number;
}

/** Adds a job through `app.db`: inside a transaction it is there when that commits, and never was when it does not. */
export async function addJob<Payload>(
  app: Pick<App, 'db'>,
  job: JobKind<Payload>,
  payload: Payload,
  { runAt, key, queue, priority, maxAttempts }: JobOptions = {},
): Promise<void> {
  check(job, payload);
  await sql`select graphile_worker.add_job(
    identifier => ${job.name},
    payload => ${JSON.stringify(payload)}::json,
    run_at => ${runAt ?? null}::timestamptz,
    priority => ${priority ?? null}::int,
    max_attempts => ${maxAttempts ?? null}::int,
    job_key => ${key ?? null}::text,
    queue_name => ${queue ?? null}::text
  )`.execute(app.db);
}

function check(job: JobKind, payload: unknown): void {
  if (Value.Check(job.schema, payload)) return;
  const [first] = Value.Errors(job.schema, payload);
  throw new Error(
    `Job ${job.name} has a payload that does not fit: ${first?.instancePath ?? ''} ${first?.message ?? ''}`,
  );
}

/** Makes or updates the queue's own tables. Any number of processes may do so at once. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, noHandleSignals: true, logger: silent });
}

/** Runs whatever is due, one after the other, until nothing is. For tests and scripts. */
export async function runJobs(app: App, jobs: readonly Job[], pool: pg.Pool): Promise<void> {
  await runOnce({ ...runnerOptions(app, jobs, pool), parsedCronItems: [] });
  // It does not wait until what became of the last jobs is written down.
  while (await someJobIsLocked(pool)) await sleep(5);
}

async function someJobIsLocked(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    'select 1 from graphile_worker._private_jobs where locked_at is not null limit 1',
  );
  return rows.length > 0;
}

/** The parts shared by all runners. */
export function runnerOptions(app: App, jobs: readonly Job[], pool: pg.Pool): RunnerOptions {
  const crons = jobs.flatMap(({ name, cron }): CronItem[] =>
    cron === undefined ? [] : [{ task: name, match: cron }],
  );
  return {
    pgPool: pool,
    noPreparedStatements: !app.config.DATABASE_PREPARE,
    taskList: Object.fromEntries(jobs.map((each) => [each.name, toTask(app, each)])) satisfies TaskList,
    parsedCronItems: parseCronItems(crons),
    concurrency: runners.default,
    noHandleSignals: true,
    // Without batches, nobody would catch the failure to write down what became of a job.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: toLogger(app.log),
  };
}

const toTask =
  (app: App, job: Job) =>
  async (given: unknown, { job: row, abortSignal }: JobHelpers) => {
    // The clock adds a note of its own.
    const payload = Object.fromEntries(Object.entries(given as object).filter(([name]) => name !== '_cron'));
    const stopTimer = jobDuration.startTimer({ job: job.name });
    try {
      check(job, payload);
      await orAbort(job.work(app, payload), abortSignal);
      stopTimer({ outcome: 'done' });
    } catch (error) {
      stopTimer({ outcome: 'failed' });
      const { id, attempts, max_attempts } = row;
      app.log.warn({ err: error, job: job.name, id, attempt: attempts, of: max_attempts }, 'job failed');
      throw error;
    }
  };

const silent = new Logger(() => () => undefined);

/** The worker's own words. It prints payloads beside them, which are nobody's business: they are omitted. */
const toLogger = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error' && !message.startsWith('Failed task')) log.warn(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
