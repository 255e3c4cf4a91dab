import { sql } from 'kysely';
import type { App } from '../src/platform/app.ts';

export interface QueuedJob {
  name: string;
  payload: unknown;
  runAt: Date;
  key: string | null;
}

/** Returns the queued jobs visible to `app.db`, so that a test in a transaction can check them. */
export async function queuedJobs(app: Pick<App, 'db'>): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select task.identifier as name, job.payload, job.run_at as "runAt", job.key
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    order by job.id`.execute(app.db);
  return rows;
}
