import { sql } from 'kysely';
import type { App } from '../src/platform/app.ts';

export interface QueuedJob {
  name: string;
  payload: unknown;
  runAt: Date;
  key: string | null;
  queue: string | null;
}

/** Returns the queued jobs visible to `app.db`, so that a test in a transaction can check them. */
export async function queuedJobs(app: Pick<App, 'db'>): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select task.identifier as name, job.payload, job.run_at as "runAt", job.key,
      queue.queue_name as queue
    from graphile_worker._private_jobs job
    left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
    join graphile_worker._private_tasks task on task.id = job.task_id
    order by job.id`.execute(app.db);
  // The payload without what it says about the request that queued it.
  return rows.map((row) => ({
    ...row,
    payload: Object.fromEntries(
      Object.entries(row.payload as object).filter(([name]) => !name.startsWith('_')),
    ),
  }));
}
