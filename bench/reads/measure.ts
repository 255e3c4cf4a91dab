import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../growth/open-world.ts';

export interface Asked {
  label: string;
  format: 'HTML' | 'JSON';
  url: string;
  headers: Record<string, string>;
}

/** A statement of a read, with its values as PostgreSQL logged them. */
export interface Statement {
  text: string;
  values: (string | null)[];
}

const agent = new Agent({ keepAlive: true });

export const ask = ({ url, headers }: Asked): Promise<{ status: number; bytes: number }> =>
  new Promise((resolve, reject) => {
    request(
      url,
      { agent, headers: { 'accept-encoding': 'gzip, deflate, br, zstd', ...headers } },
      (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes }));
      },
    )
      .on('error', reject)
      .end();
  });

/** The processor time of a server and of its connections so far, in milliseconds. */
export async function processorTime(
  { pool }: World,
  { pid, name }: { pid: number; name: string },
): Promise<{ node: number; postgres: number }> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [name],
  );
  return { node: timeOf(pid), postgres: rows.reduce((sum, row) => sum + timeOf(row.pid), 0) };
}

/** The milliseconds that all threads of a process have run, or 0 on systems without /proc. */
function timeOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]))
      .reduce((sum, time) => sum + time / 1e6, 0);
  } catch {
    return 0;
  }
}

/** The statements of each read, from PostgreSQL's log. */
export async function recordStatements(world: World, reads: readonly Asked[]): Promise<Statement[][]> {
  const { pool } = world;
  const configure = async (settings: readonly string[]) => {
    for (const setting of settings) await pool.query(`alter system ${setting}`);
    await pool.query('select pg_reload_conf()');
    await sleep(500);
  };
  await configure([
    `set log_destination = 'jsonlog'`,
    `set log_filename = 'statements.log'`,
    'set log_min_duration_statement = 0',
    'set log_parameter_max_length = -1',
  ]);
  const found: Statement[][] = [];
  for (const read of reads) {
    // The first request fills what the process caches for seconds.
    await ask(read);
    await sleep(150);
    const before = (await logged(world)).length;
    await ask(read);
    await sleep(150);
    found.push((await logged(world)).slice(before).flatMap(toStatement));
  }
  await configure(['reset log_min_duration_statement']);
  return found;
}

interface Line {
  application_name?: string;
  dbname?: string;
  message: string;
  detail?: string;
}

async function logged({ pool, database }: World): Promise<Line[]> {
  const { rows } = await pool.query<{ file: string }>(
    `select current_setting('data_directory') || '/' || pg_current_logfile('jsonlog') as file`,
  );
  const text = await readFile(rows[0]?.file ?? '', 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.application_name === 'plaza' && line.dbname === database);
}

function toStatement({ message, detail = '' }: Line): Statement[] {
  const [, text] = /^duration: [\d.]+ ms {2}execute [^:]+: ([^]+)$/.exec(message) ?? [];
  if (text === undefined || !/^\s*(select|with)/i.test(text)) return [];
  const values = [...detail.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
  return [{ text, values }];
}
