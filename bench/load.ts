import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type pg from 'pg';

/** The result of one round of load. */
export interface Round {
  /** Responses received. */
  answers: number;
  perSecond: number;
  /** 99th percentile latency, in milliseconds. */
  p99: number;
}

/** Paths that consist of a word and a number from 1 to `different`. */
export interface Paths {
  word: string;
  different: number;
}

export const connections = 32;
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const has = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/**
 * wrk generates several times the load of autocannon with the same processor time, which distorts the results
 * less.
 */
export const generator = has('wrk') ? 'wrk' : 'autocannon';
export const canPin = has('taskset');

/** Requests the paths at random, as fast as responses arrive. `folder` is for a script file. */
export const load = (origin: string, paths: Paths, seconds: number, folder: string): Promise<Round> =>
  generator === 'wrk' ? runWrk(origin, paths, seconds, folder) : runAutocannon(origin, paths, seconds);

async function runWrk(
  origin: string,
  { word: prefix, different }: Paths,
  seconds: number,
  folder: string,
): Promise<Round> {
  const script = `${folder}/paths.lua`;
  await writeFile(
    script,
    // A seed for each round, because wrk would otherwise repeat the paths of the round before.
    `math.randomseed(${process.hrtime.bigint() % 1_000_000_007n})\nrequest = function() return wrk.format(nil, "/${prefix}" .. math.random(${different})) end\n`,
  );
  const { stdout } = await promisify(execFile)(
    ...pinned(1, [
      'wrk',
      '--threads=1',
      `--connections=${connections}`,
      `--duration=${seconds}s`,
      '--latency',
      `--header=User-Agent: ${userAgent}`,
      ...(different > 1 ? [`--script=${script}`] : []),
      different > 1 ? origin : `${origin}/${prefix}1`,
    ]),
  );
  const find = (pattern: RegExp) => pattern.exec(stdout)?.[1] ?? '0';
  return {
    answers: Number(find(/(\d+) requests in/)),
    perSecond: Number(find(/Requests\/sec:\s+([\d.]+)/)),
    p99: milliseconds(find(/99%\s+(\S+)/)),
  };
}

/** wrk prints `870.00us`, `5.54ms` or `1.02s`. */
function milliseconds(text: string): number {
  const value = Number.parseFloat(text);
  if (text.endsWith('us')) return value / 1000;
  return text.endsWith('ms') ? value : value * 1000;
}

type Autocannon = (
  options: object,
) => Promise<{ '2xx': number; non2xx: number; requests: { average: number }; latency: { p99: number } }>;

async function runAutocannon(
  origin: string,
  { word: prefix, different }: Paths,
  seconds: number,
): Promise<Round> {
  const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;
  const paths = Array.from(
    { length: Math.min(different, 10_000) },
    () => `/${prefix}${Math.ceil(Math.random() * different)}`,
  );
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    headers: { 'user-agent': userAgent },
    requests: paths.map((path) => ({ path })),
  });
  return {
    answers: result['2xx'] + result.non2xx,
    perSecond: result.requests.average,
    p99: result.latency.p99,
  };
}

/** Links without options, `l1` to `l100000`. */
export const links = 100_000;

/** Rules of each kind that do not match the simulated visitor, so that all of them are evaluated. */
const targeting = {
  places: ['DE', 'FR', 'US', 'CA'].map((country) => ({ country, to: `https://example.com/${country}` })),
  devices: ['iphone', 'ipad'].map((device) => ({ device, to: `https://example.com/${device}` })),
  languages: ['eo', 'vo'].map((language) => ({ language, to: `https://example.com/${language}` })),
  parameters: [{ name: 'utm_source', value: 'bench' }],
};

/** Adds links, `k1`, and `t1` with targeting. */
export async function addLinks(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(`
    with owner as (
      insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
      values ('bench', 'bench@example.org', '', 'Bench', 'Mark', now(), now()) returning id
    )
    insert into links.link (account_id, alias, url, created_at, updated_at)
    select owner.id, alias, 'https://example.com/some/long/path/' || alias || '?with=query', now(), now()
    from owner, (select 'k1' as alias union all select 't1' union all select 'l' || i from generate_series(1, ${count}) as i) as aliases`);
  await pool.query("update links.link set rules = $1 where alias = 't1'", [JSON.stringify(targeting)]);
  await pool.query('analyze links.link');
}

/** Returns a command that runs on one processor only, if the machine supports it. */
export function pinned(processor: number, [program = '', ...args]: string[]): [string, string[]] {
  return canPin ? ['taskset', ['--cpu-list', String(processor), program, ...args]] : [program, args];
}
