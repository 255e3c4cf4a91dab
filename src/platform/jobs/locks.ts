import type pg from 'pg';
import { seconds } from '../../kernel/time.ts';

/** Heartbeat interval of runners. */
export const beatEvery = seconds(5);

/**
 * A runner without a heartbeat for this long is dead. A PostgreSQL interval, compared with the database's
 * clock.
 */
const deadAfter = '30 seconds';

/** Records this runner's heartbeat. */
export async function beat(pool: pg.Pool, runnerId: string): Promise<void> {
  await pool.query(
    `insert into system.job_runner (id, seen_at) values ($1, now())
     on conflict (id) do update set seen_at = excluded.seen_at`,
    [runnerId],
  );
}

/** Releases the jobs and queues of dead runners. Safe to run concurrently. */
export async function freeDeadLocks(pool: pg.Pool): Promise<number> {
  await pool.query(`delete from system.job_runner where seen_at < now() - interval '${deadAfter}'`);
  // The second condition excludes a new runner that has not sent a heartbeat yet.
  return free(
    pool,
    `locked_by not in (select id from system.job_runner) and locked_at < now() - interval '${deadAfter}'`,
  );
}

/** Releases the locks of this runner after it has ended. */
export async function freeLocksOf(pool: pg.Pool, runnerId: string): Promise<number> {
  await pool.query('delete from system.job_runner where id = $1', [runnerId]);
  return free(pool, 'locked_by = $1', [runnerId]);
}

/** Releases all locks, for a process that is known to be the only one. */
export async function freeAllLocks(pool: pg.Pool): Promise<number> {
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
