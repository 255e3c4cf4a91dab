import type pg from 'pg';
import { allJobs } from '../../src/servers/serve.ts';
import type { World } from './open-world.ts';

/** Runs each scheduled job once with the work that is due. Jobs that call other hosts are omitted. */
export async function measureJobs(statements: pg.Client, world: World): Promise<void> {
  await world.pool.query('delete from social.trend_run'); // As in the first run.
  for (const job of allJobs)
    if (job.cron !== undefined && job.runner !== 'network')
      await workCost(statements, world, `${job.name} (${job.cron})`, 1, () => job.work(world.app, {}));
}

/** Prints the cost of one run of the work. */
export async function workCost(
  statements: pg.Client,
  { database }: World,
  label: string,
  times: number,
  work: () => Promise<void>,
): Promise<void> {
  await statements.query('select pg_stat_statements_reset()');
  const begin = performance.now();
  await work();
  const taken = (performance.now() - begin) / times;
  const { rows } = await statements.query<Record<'calls' | 'time' | 'blocks', number>>(
    `select coalesce(sum(calls), 0)::float8 as calls, coalesce(sum(total_exec_time + total_plan_time), 0) as time,
       coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as blocks
     from pg_stat_statements join pg_database as base on base.oid = dbid where datname = $1`,
    [database],
  );
  const { calls = 0, time = 0, blocks = 0 } = rows[0] ?? {};
  console.log(
    `- ${label}: ${(calls / times).toFixed(1)} statements, ${(blocks / times).toFixed(0)} blocks, PostgreSQL ${(time / times).toFixed(1)} ms, elapsed ${taken.toFixed(1)} ms`,
  );
}
