import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from '../../src/platform/database/open.ts';
import type { Acknowledged } from './load.ts';

interface Row {
  alias: string;
  rows: number;
  clicks: number;
  stored: number;
}

/** Compares acknowledged writes with the rows. Returns the differences as sentences. */
export async function verify(
  connection: DatabaseAddress,
  { added, followed }: Acknowledged,
): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const counted = await waitForClicks(client, followed);
    const missing = [...added].filter((alias) => !counted.has(alias));
    const double = [...counted.values()].filter(({ rows }) => rows > 1);
    const uncounted = [...followed].filter(
      ([alias, { answered }]) => (counted.get(alias)?.clicks ?? 0) < answered,
    );
    const twice = [...followed].filter(
      ([alias, { answered, unknown }]) => (counted.get(alias)?.clicks ?? 0) > answered + unknown,
    );
    const apart = [...added].filter((alias) => counted.get(alias)?.clicks !== counted.get(alias)?.stored);
    const { rows: locks } = await client.query<{ n: number }>(
      `select (select count(*) from graphile_worker._private_jobs where locked_at < now() - interval '1 minute')::int
            + (select count(*) from graphile_worker._private_job_queues where locked_at < now() - interval '1 minute')::int as n`,
    );
    return [
      ...say(missing.length, 'acknowledged links are missing'),
      ...say(double.length, 'links are stored twice'),
      ...say(uncounted.length, 'links have fewer clicks than delivered redirects'),
      ...say(twice.length, 'links have more clicks than requested redirects'),
      ...say(apart.length, 'links have a total that differs from their clicks'),
      ...say(locks[0]?.n ?? 0, 'jobs or queues have been locked for more than a minute'),
    ];
  } finally {
    await client.end();
  }
}

const say = (n: number, what: string): string[] => (n > 0 ? [`${n} ${what}`] : []);

/**
 * Waits for clicks to reach the database: they are spooled on disk briefly, and longer after an outage of
 * PostgreSQL.
 */
async function waitForClicks(
  client: pg.Client,
  followed: Acknowledged['followed'],
): Promise<Map<string, Row>> {
  for (let triesLeft = 120; ; triesLeft -= 1) {
    const { rows } = await client.query<Row>(
      `select link.alias, count(*)::int as rows, coalesce(sum(total.clicks), 0)::int as clicks,
         coalesce(sum((select count(*) from links.click where click.link_id = link.id)), 0)::int as stored
       from links.link left join links.link_total total on total.link_id = link.id
       where link.deleted_at is null group by link.alias`,
    );
    const counted = new Map(rows.map((row) => [row.alias, row]));
    const isSettled = [...followed].every(
      ([alias, { answered }]) => (counted.get(alias)?.clicks ?? 0) >= answered,
    );
    if (isSettled || triesLeft === 0) return counted;
    await sleep(500);
  }
}

export const sums = ({ added, followed }: Acknowledged): string => {
  const answered = [...followed.values()].reduce((sum, each) => sum + each.answered, 0);
  return `${added.size} acknowledged links, ${answered} redirects`;
};
