import { Logger, parseCronItems, runMigrations, runOnce } from 'graphile-worker';
import type { CronItem, JobHelpers, RunnerOptions, TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import { orAbort } from '../../kernel/or-abort.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../app.ts';
import { isConnectionLost } from '../database/errors.ts';
import type { Log } from '../logging/log.ts';
import { jobDuration } from '../logging/metrics.ts';
import { currentTracer, requestAttribute, traced } from '../logging/tracing.ts';

/**
 * How many jobs of each kind one process runs at once. Each kind has its own runners, so mail is sent even
 * while jobs that wait for other hosts or export whole accounts fill their kind.
 */
export const runners = { mail: 2, default: 4, network: 4, import: 2, export: 2 } as const;
export type RunnerName = keyof typeof runners;

/** What a feature needs to know to add a job. Its work may be declared by another feature. */
interface JobKind<Payload = unknown> {
  name: string;
  schema: TObject;
  /** Never set: carries the type described by `schema`. */
  payload?: Payload;
}

export const jobKind = <S extends TObject>(name: string, schema: S): JobKind<Static<S>> => ({ name, schema });

/** Background work, run after the transaction that added it has committed. */
export interface Job<Payload = unknown> extends JobKind<Payload> {
  /** The schedule of a recurring job (`10 3 * * *`, in UTC). Its payload is empty. */
  cron: string | undefined;
  runner: RunnerName;
  /** Whether it runs while the disk is full: it frees space, or lets people in. All others wait. */
  whenFull: boolean;
  work(app: App, payload: Payload): Promise<void>;
}

interface Terms {
  cron?: string;
  runner?: RunnerName;
  whenFull?: boolean;
}

export const job = <S extends TObject>(
  name: string,
  schema: S,
  work: (app: App, payload: Static<S>) => Promise<void>,
  { cron, runner = 'default', whenFull = false }: Terms = {},
): Job<Static<S>> => ({ name, schema, work, cron, runner, whenFull });

/** Declares the work of a job kind that another feature adds. */
export const jobOf = <Payload>(
  { name, schema }: JobKind<Payload>,
  work: (app: App, payload: Payload) => Promise<void>,
  { cron, runner = 'default', whenFull = false }: Terms = {},
): Job<Payload> => ({ name, schema, work, cron, runner, whenFull });

export interface JobOptions {
  runAt?: Date;
  /** Replaces a pending job with the same key. */
  key?: string;
  /** Jobs in the same queue run one after the other. */
  queue?: string;
  /** Larger numbers run later. Default 0. */
  priority?: number;
  /** Default 25, which spans three days with the default backoff. */
  maxAttempts?: number;
}

/** Adds a job through `app.db`. Inside a transaction it is queued on commit and discarded on rollback. */
export async function addJob<Payload>(
  app: Pick<App, 'db' | 'requestId'>,
  job: JobKind<Payload>,
  payload: Payload,
  { runAt, key, queue, priority, maxAttempts }: JobOptions = {},
): Promise<void> {
  check(job, payload);
  await sql`select graphile_worker.add_job(
    identifier => ${job.name},
    payload => ${JSON.stringify({ ...payload, ...originOf(app) })}::json,
    run_at => ${runAt ?? null}::timestamptz,
    priority => ${priority ?? null}::int,
    max_attempts => ${maxAttempts ?? null}::int,
    job_key => ${key ?? null}::text,
    queue_name => ${queue ?? null}::text
  )`.execute(app.db);
}

/** Adds many jobs of a kind by one statement. */
export async function addJobs<Payload>(
  app: Pick<App, 'db' | 'requestId'>,
  job: JobKind<Payload>,
  entries: readonly { payload: Payload; options?: JobOptions }[],
): Promise<void> {
  if (entries.length === 0) return;
  const origin = originOf(app);
  const specs = entries.map(({ payload, options: { runAt, key, queue, priority, maxAttempts } = {} }) => {
    check(job, payload);
    return {
      identifier: job.name,
      payload: { ...payload, ...origin },
      run_at: runAt,
      priority,
      max_attempts: maxAttempts,
      job_key: key,
      queue_name: queue,
    };
  });
  await sql`select from graphile_worker.add_jobs(array(
    select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)
  ))`.execute(app.db);
}

/** What a payload says about the request that queued it: the id in the log, and the span of its trace. */
interface Origin {
  _request?: string;
  _trace?: string;
}

function originOf({ requestId }: Pick<App, 'requestId'>): Origin {
  const trace = currentTracer()?.traceparent();
  return {
    ...(requestId !== undefined && { _request: requestId }),
    ...(trace !== undefined && { _trace: trace }),
  };
}

function check(job: JobKind, payload: unknown): void {
  if (Value.Check(job.schema, payload)) return;
  const [first] = Value.Errors(job.schema, payload);
  throw new Error(
    `Job ${job.name} has an invalid payload: ${first?.instancePath ?? ''} ${first?.message ?? ''}`,
  );
}

/** Creates or updates the queue's own tables. Safe to run concurrently. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, noHandleSignals: true, logger: silent });
}

/** Runs due jobs one after the other until none are left. For tests and scripts. */
export async function runJobs(app: App, jobs: readonly Job[], pool: pg.Pool): Promise<void> {
  await runOnce({ ...runnerOptions(app, jobs, pool), parsedCronItems: [] });
  // The runner does not wait until the outcome of the last jobs is stored.
  while (await someJobIsLocked(pool)) await sleep(5);
}

async function someJobIsLocked(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    'select 1 from graphile_worker._private_jobs where locked_at is not null limit 1',
  );
  return rows.length > 0;
}

/** Options shared by all runners. */
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
    // With batches, errors while storing a job's outcome would be unhandled.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: toLogger(app.log),
  };
}

const toTask =
  (app: App, job: Job) =>
  async (given: unknown, { job: row, abortSignal }: JobHelpers) => {
    const { _request: requestId, _trace } = given as Origin;
    // Removes them, and the field that the cron scheduler adds.
    const payload = Object.fromEntries(
      Object.entries(given as object).filter(([name]) => !['_cron', '_request', '_trace'].includes(name)),
    );
    const { id, attempts, max_attempts } = row;
    const about = { job: job.name, ...(requestId !== undefined && { reqId: requestId }) };
    const stopTimer = jobDuration.startTimer({ job: job.name });
    try {
      check(job, payload);
      await traced(
        () => ({
          name: `job ${job.name}`,
          kind: 'consumer',
          attributes: {
            'messaging.message.id': id,
            'messaging.operation.type': 'process',
            ...requestAttribute(requestId),
          },
          parent: _trace,
        }),
        () => {
          const own = { ...app, log: app.log.child(about), requestId };
          return orAbort(
            repeatWithoutDatabase(own, () => job.work(own, payload), abortSignal),
            abortSignal,
          );
        },
      );
      stopTimer({ outcome: 'done' });
    } catch (error) {
      stopTimer({ outcome: 'failed' });
      app.log.warn({ err: error, ...about, id, attempt: attempts, of: max_attempts }, 'job failed');
      throw error;
    }
  };

/** How often a job is repeated that lost the database, and how long it waits for the database each time. */
const repeats = { times: 4, pause: seconds(0.5), longest: seconds(60) };

/**
 * Repeats work that lost the database as soon as that is back. To the queue it would be a failure, and after four of them
 * within half a minute, as long as a failover takes, the next attempt is a minute away.
 */
async function repeatWithoutDatabase(
  { db }: Pick<App, 'db'>,
  work: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let left = repeats.times; ; left -= 1)
    try {
      await work();
      return;
    } catch (error) {
      if (!isConnectionLost(error) || left === 0) throw error;
      for (const end = Date.now() + repeats.longest; Date.now() < end;) {
        if (signal?.aborted) throw error;
        await sleep(repeats.pause);
        const isBack = await sql`select`.execute(db).then(
          () => true,
          () => false,
        );
        if (isBack) break;
      }
    }
}

const silent = new Logger(() => () => undefined);

/** Forwards the worker's messages, but not the payloads it logs with them, which may be personal. */
const toLogger = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error' && !message.startsWith('Failed task')) log.warn(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
