import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseClient } from '../../../src/platform/database/connections/client.ts';
import type { Followed } from './followers.ts';
import { kinds, type Written } from './writers.ts';

interface Found {
  /** Acknowledged writes without a row, and rows beyond the first of a write, by kind. */
  lost: Map<string, number>;
  doubled: Map<string, number>;
}

/** Compares acknowledged writes of a round with the rows, and all that were charged with the payments. */
export async function checkWrites(url: string, written: Written, charged: readonly string[]): Promise<Found> {
  const found: Found = { lost: new Map(), doubled: new Map() };
  await withClient(url, async (client) => {
    for (const { name: kind, stored } of kinds) {
      // A copy: writers may still be running.
      const acknowledged = [...(written.acknowledged.get(kind) ?? [])];
      const expected = kind === 'payments' ? [...new Set([...acknowledged, ...charged])] : acknowledged;
      const { rows } = await client.query<{ name: string; rows: number }>(
        `select name, count(*)::int as rows from (${stored}) as stored where name = any($1) group by name`,
        [expected],
      );
      const counts = new Map(rows.map(({ name, rows }) => [name, rows]));
      found.lost.set(kind, expected.filter((name) => !counts.has(name)).length);
      found.doubled.set(
        kind,
        rows.reduce((sum, { rows }) => sum + rows - 1, 0),
      );
    }
  });
  return found;
}

interface CountedClicks {
  /** Redirects that were received and not counted. */
  lost: number;
  /** Counted beyond what was requested. */
  doubled: number;
}

/** Waits until the clicks of all redirects are counted, for some seconds at most. */
export async function checkClicks(url: string, { links }: Followed, seconds: number): Promise<CountedClicks> {
  return withClient(url, async (client) => {
    for (let left = seconds * 2; ; left -= 1) {
      const { rows } = await client.query<{ alias: string; clicks: number; stored: number }>(
        `select alias, coalesce(total.clicks, 0)::int as clicks,
           (select count(*) from links.click where click.link_id = link.id)::int as stored
         from links.link left join links.link_total total on total.link_id = link.id where alias = any($1)`,
        [[...links.keys()]],
      );
      const counted = { lost: 0, doubled: 0 };
      for (const { alias, clicks, stored } of rows) {
        const { answered = 0, unknown = 0 } = links.get(alias) ?? {};
        counted.lost += Math.max(0, answered - Math.min(clicks, stored));
        counted.doubled += Math.max(0, Math.max(clicks, stored) - answered - unknown);
      }
      if (counted.lost === 0 || left === 0) return counted;
      await sleep(500);
    }
  });
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Open transactions of the database, with what they wait for and who waits for them, for what should not last. */
export async function listTransactions(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `select concat_ws(' ', pid, 'blocked by', pg_blocking_pids(pid)::text, client_addr, client_port, state, wait_event,
         extract(epoch from now() - xact_start)::int || ' s', left(query, 100)) as line
       from pg_stat_activity where xact_start < now() - interval '2 seconds' and backend_type = 'client backend'`,
    );
    return rows.map(({ line }) => line);
  });
}
