import pg from 'pg';
import { startSession } from '../../src/identity/sessions/sessions.ts';
import type { App } from '../../src/platform/app.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { openJobDatabase } from '../../src/platform/database/open.ts';
import { prepareDatabase } from '../../src/platform/database/prepare.ts';
import { createLog } from '../../src/platform/logging/log.ts';
import { openApp } from '../../src/platform/open-app.ts';
import { loadConfig } from '../../src/platform/settings/config.ts';
import { updateTrends } from '../../src/social/trending/update-trends.ts';
import { freePort, type Server, startServer } from '../server.ts';
import { hotPost } from './social/posts-data.ts';

/** How many rows of each kind to create. */
export interface Size {
  posts: number;
  people: number;
  links: number;
}

/** The viewers that the reads run as. Both generators find them by these usernames. */
const viewers = {
  /** A typical account, the same in every size. */
  reader: 'reader',
  /** Followed by everyone, follows very many, and owns more posts and links than anyone else. */
  star: 'person1',
  operator: 'operator',
} as const;
export type ViewerName = keyof typeof viewers;

/** One data size, served by its own process. */
export interface World {
  size: Size;
  connection: pg.PoolConfig;
  database: string;
  pool: pg.Pool;
  server: Server;
  /** Origins of both services. */
  origins: { plaza: string; hop: string };
  ids: Record<ViewerName, string>;
  /** Request headers of a signed-in browser. */
  headers: Record<ViewerName, Record<string, string>>;
  /** Session tokens of people who like the same post concurrently. */
  likers: string[];
  /** The app as jobs get it: its statements are planned on each run. */
  app: App;
  close(): Promise<void>;
}

const likers = 200;

interface Wanted {
  postgres: EmbeddedPostgres;
  folder: string;
  size: Size;
  /** Run in order on a database that has only the schema, with triggers and foreign keys disabled. */
  fill: ((pool: pg.Pool, size: Size) => Promise<void>)[];
}

const log = createLog({ LOG_LEVEL: 'warn' });

export async function openWorld({ postgres, folder, size, fill }: Wanted): Promise<World> {
  const database = `growth_${size.posts}`;
  const connection = { ...postgres.connection, database };
  if (await createDatabase(postgres, database)) {
    await prepareDatabase(connection, log);
    await fillDatabase(connection, fill, size);
  } else await prepareDatabase(connection, log);
  const { host, user, port } = postgres.connection;
  const [plazaPort, hopPort] = [await freePort(), await freePort()];
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    DATA_DIR: `${folder}/${database}`,
    HOST: '127.0.0.1',
    PLAZA_PORT: String(plazaPort),
    HOP_PORT: String(hopPort),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'false',
    PAGE_CACHE_MIB: '0', // Measures rendering, not the page cache.
  };
  const pool = new pg.Pool(connection);
  pool.on('error', () => undefined); // Errors surface in the next query.
  const running = await openApp(loadConfig(environment), connection, log);
  const signIn = async (username: string) => {
    const { rows } = await pool.query<{ id: string }>('select id from identity.account where username = $1', [
      username,
    ]);
    const id = rows[0]?.id ?? '';
    const token = await startSession(running.app, id, { createdVia: 'api', userAgent: '', address: '' });
    return { id, headers: { cookie: `c_user=${id}; xs=${token}`, 'x-auth-token': token } };
  };
  const signedIn = {
    reader: await signIn(viewers.reader),
    star: await signIn(viewers.star),
    operator: await signIn(viewers.operator),
  };
  const { rows: crowd } = await pool.query<{ id: string }>(
    `select id from identity.account as liker where id > least(100, $2 / 2) and not exists (
       select from social.block join social.post on post.id = $3
       where (blocker_id, blocked_id) in ((liker.id, author_id), (author_id, liker.id)))
     order by id limit $1`,
    [likers, size.people, hotPost(size.posts)],
  );
  const tokens = await Promise.all(
    crowd.map(({ id }) => startSession(running.app, id, { createdVia: 'api', userAgent: '', address: '' })),
  );
  const jobs = openJobDatabase(connection, loadConfig(environment), log);
  const app = { ...running.app, db: jobs.kysely };
  await pool.query('delete from social.trend_run');
  await updateTrends(app);
  const profiling = process.env.READS_PROFILE
    ? ['--cpu-prof', `--cpu-prof-dir=${process.env.READS_PROFILE}`]
    : [];
  const server = await startServer([...profiling, 'src/main.ts'], environment, plazaPort);
  return {
    size,
    connection,
    database,
    pool,
    server,
    origins: { plaza: server.origin, hop: `http://127.0.0.1:${hopPort}` },
    ids: { reader: signedIn.reader.id, star: signedIn.star.id, operator: signedIn.operator.id },
    headers: {
      reader: signedIn.reader.headers,
      star: signedIn.star.headers,
      operator: signedIn.operator.headers,
    },
    likers: tokens,
    app,
    close: async () => {
      await server.stop();
      await jobs.close();
      await running.close();
      await pool.end();
    },
  };
}

/** Creates the database. Returns false if an earlier run left it there. */
async function createDatabase({ connection }: EmbeddedPostgres, database: string): Promise<boolean> {
  const admin = new pg.Client(connection);
  await admin.connect();
  const { rows } = await admin.query('select from pg_database where datname = $1', [database]);
  if (rows.length === 0) await admin.query(`create database ${database}`);
  await admin.end();
  return rows.length === 0;
}

async function fillDatabase(connection: pg.PoolConfig, fill: Wanted['fill'], size: Size): Promise<void> {
  const begin = performance.now();
  const pool = new pg.Pool({
    ...connection,
    max: 2,
    options: '-c session_replication_role=replica -c work_mem=256MB -c maintenance_work_mem=512MB',
  });
  for (const each of fill) await each(pool, size);
  await pool.query('vacuum analyze');
  await pool.end();
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  console.log(`${size.posts.toLocaleString('en')} posts and links created in ${seconds} s`);
}

/** Starts an embedded PostgreSQL that collects statement statistics and does not sync to disk. */
export const startMeasuredPostgres = (folder: string, settings: Record<string, string> = {}) =>
  startEmbeddedPostgres({
    folder: `${folder}/postgres`,
    database: 'bench',
    log: createLog({ LOG_LEVEL: 'warn' }),
    settings: {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track_planning': 'on',
      'pg_stat_statements.track_utility': 'off',
      fsync: 'off',
      max_wal_size: '4GB',
      ...settings,
    },
  });
