import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { DatabaseAddress } from '../../src/platform/database/open.ts';
import type { ViewerName, World } from './open-world.ts';

/** A request, with its address in one world. Labels are the same in every world. */
export interface Read {
  label: string;
  service: 'plaza' | 'hop';
  /** Undefined: signed out. */
  as?: ViewerName;
  path: string;
  /** Sent in addition to the viewer's headers. */
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
  body?: unknown;
}

/** Average cost of one request. Times are in milliseconds. */
export interface Cost {
  label: string;
  status: number;
  queries: number;
  /** Shared buffers accessed, whether cached or read. */
  blocks: number;
  rows: number;
  planning: number;
  execution: number;
  /**
   * Processor time of PostgreSQL's processes. Includes parsing and sending, so it exceeds planning plus
   * execution.
   */
  postgres: number;
  node: number;
}

/** As many concurrent requests as connections, so that each connection has planned its statements. */
const atOnce = 10;
const warmUps = 5;
const rounds = 60;

/**
 * Background queries of the queue, live pages and the link cache, and of the rate limits, which the bundled
 * database counts in memory.
 */
const backgroundQueries =
  'graphile_worker|live_event|^select coalesce\\(domain.host|^select "placed_to|rate_limit|pg_stat_statements';

export async function watchStatements(connection: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  return client;
}

export async function measureReads(
  statements: pg.Client,
  world: World,
  reads: readonly Read[],
): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const read of reads) costs.push(await measure(statements, world, read));
  return costs;
}

async function measure(statements: pg.Client, world: World, read: Read): Promise<Cost> {
  for (let round = 0; round < warmUps; round += 1)
    await Promise.all(Array.from({ length: atOnce }, () => ask(world, read)));
  const status = await ask(world, read);
  await statements.query('select pg_stat_statements_reset()');
  const before = await processorTimes(statements, world);
  for (let round = 0; round < rounds; round += 1) await ask(world, read);
  const after = await processorTimes(statements, world);
  const { rows } = await statements.query<
    Record<'queries' | 'blocks' | 'rows' | 'planning' | 'execution', number>
  >(
    `select coalesce(sum(calls), 0)::float8 as queries, coalesce(sum(rows), 0)::float8 as rows,
       coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as blocks,
       coalesce(sum(total_plan_time), 0) as planning, coalesce(sum(total_exec_time), 0) as execution
     from pg_stat_statements join pg_database as base on base.oid = dbid
     where datname = $1 and query !~ $2`,
    [world.database, backgroundQueries],
  );
  const counted = rows[0] ?? { queries: 0, rows: 0, blocks: 0, planning: 0, execution: 0 };
  if (process.env.GROWTH_STATEMENTS) await printStatements(statements, world, read);
  const each = (total: number) => total / rounds;
  return {
    label: read.label,
    status,
    queries: each(counted.queries),
    blocks: each(counted.blocks),
    rows: each(counted.rows),
    planning: each(counted.planning),
    execution: each(counted.execution),
    postgres: each(after.postgres - before.postgres),
    node: each(after.node - before.node),
  };
}

async function ask({ origins, headers }: World, read: Read): Promise<number> {
  const answer = await fetch(origins[read.service] + read.path, {
    method: read.method ?? 'GET',
    redirect: 'manual',
    headers: {
      ...(read.as && headers[read.as]),
      ...(read.body !== undefined && { 'content-type': 'application/json' }),
      ...read.headers,
    },
    ...(read.body !== undefined && { body: JSON.stringify(read.body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Returns the processor time used so far, in milliseconds. */
export async function processorTimes(
  statements: pg.Client,
  { database, server }: World,
): Promise<{ postgres: number; node: number }> {
  const { rows } = await statements.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = $1 and application_name = 'plaza'`,
    [database],
  );
  return {
    postgres: rows.reduce((sum, { pid }) => sum + timeOf(pid), 0),
    node: timeOf(server.pid),
  };
}

/** Returns the milliseconds that all threads of a process have run, or 0 on systems without /proc. */
function timeOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]),
    );
    return times.reduce((sum, time) => sum + time, 0) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * Prints the statements of a request, to find the expensive ones. Enabled by GROWTH_STATEMENTS, the number of
 * characters to print of each, for example 200.
 */
async function printStatements(statements: pg.Client, { database }: World, { label }: Read): Promise<void> {
  const { rows } = await statements.query<Record<string, string>>(
    `select (calls / ${rounds}.0)::numeric(8, 1) as calls, (total_plan_time / ${rounds})::numeric(8, 2) as planning,
       (total_exec_time / ${rounds})::numeric(8, 2) as execution,
       (shared_blks_hit + shared_blks_read) / ${rounds} as blocks, regexp_replace(query, '\\s+', ' ', 'g') as query
     from pg_stat_statements join pg_database as base on base.oid = dbid
     where datname = $1 and query !~ $2 order by total_plan_time + total_exec_time desc`,
    [database, backgroundQueries],
  );
  console.log(`\n${database} ${label}`);
  for (const { calls, planning, execution, blocks, query } of rows)
    console.log(
      `  ${calls} x, ${planning} + ${execution} ms, ${blocks} blocks: ${query?.slice(0, Number(process.env.GROWTH_STATEMENTS))}`,
    );
}
