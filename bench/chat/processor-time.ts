import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Returns the processor time, in milliseconds, used by a server and its PostgreSQL connections. */
export async function processorTime(statements: pg.Client, pid: number, name: string): Promise<number> {
  const { rows } = await statements.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = $1`,
    [name],
  );
  return [pid, ...rows.map((row) => row.pid)].reduce((sum, each) => sum + timeOf(each), 0);
}

/** Returns 0 for a process that has ended, and on systems without /proc. */
function timeOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
      const [running] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ');
      return sum + Number(running) / 1e6;
    }, 0);
  } catch {
    return 0;
  }
}
