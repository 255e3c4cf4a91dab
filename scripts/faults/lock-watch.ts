import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from '../../src/platform/database/open.ts';

/** The longest times in milliseconds, each with what it was. */
interface Locks {
  /** a lock of a migration that keeps others from reading or writing a table */
  held: { ms: number; what: string };
  /** a statement of anybody that waited for a lock */
  waited: { ms: number; what: string };
}

/** Modes that keep others from writing, or from reading too. */
const blocking = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

const pollEvery = 10;

/** Samples the locks on the tables that exist now, until stopped. */
export async function watchLocks(connection: DatabaseAddress): Promise<{ stop(): Promise<Locks> }> {
  const client = new pg.Client({ ...connection, application_name: 'lock watch' });
  await client.connect();
  const { rows: tables } = await client.query<{ oid: number }>(
    `select pg_class.oid::int as oid from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and nspname in ('identity', 'social', 'links', 'agents', 'paid', 'system')`,
  );
  const existing = tables.map(({ oid }) => oid);
  const locks: Locks = { held: { ms: 0, what: 'none' }, waited: { ms: 0, what: 'none' } };
  const since = new Map<string, number>();
  let isOver = false;

  const sample = async () => {
    const { rows: held } = await client.query<{ pid: number; name: string; mode: string; query: string }>(
      `select pg_locks.pid, relation::regclass::text as name, mode, left(query, 120) as query
       from pg_locks join pg_stat_activity using (pid)
       where granted and application_name = 'plaza migrations' and relation = any ($1) and mode = any ($2)`,
      [existing, blocking],
    );
    const now = performance.now();
    const keys = new Set(held.map(({ pid, name, mode }) => `${pid} ${name} ${mode}`));
    for (const key of since.keys()) if (!keys.has(key)) since.delete(key);
    for (const { pid, name, mode, query } of held) {
      const key = `${pid} ${name} ${mode}`;
      const ms = now - (since.get(key) ?? now);
      if (!since.has(key)) since.set(key, now);
      if (ms > locks.held.ms) locks.held = { ms, what: `${mode} on ${name}: ${query}` };
    }
    const { rows: waiting } = await client.query<{ ms: number; what: string }>(
      `select extract(epoch from clock_timestamp() - waitstart)::float * 1000 as ms,
         format('%s for %s: %s', application_name, coalesce(relation::regclass::text, locktype), left(query, 120)) as what
       from pg_locks join pg_stat_activity using (pid)
       where not granted and waitstart is not null and datname = current_database()
       order by waitstart limit 1`,
    );
    if (waiting[0] && waiting[0].ms > locks.waited.ms) locks.waited = waiting[0];
  };
  const stopped = () => isOver;
  const done = (async () => {
    while (!stopped()) {
      await sample();
      await sleep(pollEvery);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await done;
      await client.end();
      return locks;
    },
  };
}
