import { sql } from 'kysely';
import type { App } from '../app.ts';

export interface WaitingJob {
  id: string;
  name: string;
  attempts: number;
  maxAttempts: number;
  runAt: Date;
  isRunning: boolean;
  lastError: string | null;
  /** The id of the request that queued it. */
  requestId: string | null;
}

/** The jobs of the queue, those that failed for good first. Without their payloads, which may be personal. */
export async function listJobs({ db }: Pick<App, 'db'>, limit = 100): Promise<WaitingJob[]> {
  const { rows } = await sql<WaitingJob>`
    select job.id, task.identifier as name, job.attempts, job.max_attempts as "maxAttempts", job.run_at as "runAt",
      job.locked_at is not null as "isRunning", left(job.last_error, 200) as "lastError",
      job.payload ->> '_request' as "requestId"
    from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
    order by (job.attempts >= job.max_attempts) desc, job.run_at, job.id limit ${limit}`.execute(db);
  return rows;
}

/** Runs jobs again now, also those that failed for good. Returns how many there were. */
export async function retryJobs({ db }: Pick<App, 'db'>, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(${[...ids]}::bigint[], run_at => now(), attempts => 0)`.execute(
    db,
  );
  return rows.length;
}

/** Removes jobs that do not run at the moment. Returns how many there were. */
export async function dropJobs({ db }: Pick<App, 'db'>, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`select id from graphile_worker.complete_jobs(${[...ids]}::bigint[])`.execute(db);
  return rows.length;
}

/** Lets a job rebuild the indexes of all searches, while they are used. Returns their names. */
export async function rebuildSearch({ db }: Pick<App, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    insert into system.stale_index (name)
    select nspname || '.' || index.relname
    from pg_index join pg_class as index on index.oid = indexrelid join pg_am on pg_am.oid = index.relam
    join pg_namespace on pg_namespace.oid = index.relnamespace
    where amname = 'gin' and nspname in ('identity', 'social', 'links', 'search') and index.relkind = 'i'
    on conflict (name) do update set name = excluded.name returning name`.execute(db);
  return rows.map(({ name }) => name).sort();
}
