import type pg from 'pg';
import { seconds } from '../../kernel/time.ts';

/** How often a runner says that it is alive. */
export const beatEvery = seconds(5);

/** A runner that is silent for so long is dead; by the database's clock, in PostgreSQL's words. */
const deadAfter = '30 seconds';

/** Says that this runner is alive. */
export async function beat(pool: pg.Pool, runnerId: string): Promise<void> {
  await pool.query(
    `insert into system.job_runner (id, seen_at) values ($1, now())
     on conflict (id) do update set seen_at = excluded.seen_at`,
    [runnerId],
  );
}

/** Frees the jobs and queues of runners that have died. Any number of processes may do so at once. */
export async function freeDeadLocks(pool: pg.Pool): Promise<number> {
  await pool.query(`delete from system.job_runner where seen_at < now() - interval '${deadAfter}'`);
  // The second condition spares a runner that has just begun and has yet to say so.
  return free(
    pool,
    `locked_by not in (select id from system.job_runner) and locked_at < now() - interval '${deadAfter}'`,
  );
}

/** Frees what this runner, which has ended, still holds. */
export async function freeLocksOf(pool: pg.Pool, runnerId: string): Promise<number> {
  await pool.query('delete from system.job_runner where id = $1', [runnerId]);
  return free(pool, 'locked_by = $1', [runnerId]);
}

/** Frees everything: for a process that knows itself to be the only one. */
export async function freeAllLocks(pool: pg.Pool): Promise<number> {
  await pool.query('delete from system.job_runner');
  return free(pool, 'true');
}

/** A job that waits for its turn in a queue is held by the queue's lock, so both go together. Answers how many jobs went back. */
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
