import { existsSync, realpathSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { DatabaseClient } from '../database/connections/client.ts';
import type { DatabaseAddress } from '../database/open.ts';
import type { Config } from '../settings/config.ts';
import { type ArchiveWriter, endingOf, type Lock, writeTar } from './archive.ts';
import { copyRunningDatabase } from './base-backup.ts';
import { dumpDatabase } from './dump.ts';
import { restoredMark } from './record.ts';
import { type BackupStore, isBackup } from './stores.ts';

/** What a backup contains. Its first entry, `manifest.json`. */
export interface Manifest {
  format: 1;
  /** of Plaza */
  version: string;
  createdAt: string;
  /** the files of an embedded PostgreSQL, or the rows of another one */
  database: 'files' | 'rows';
  /** version of PostgreSQL */
  postgres: string;
  migrations: string[];
  /** whether uploads are in the backup, or else their bucket */
  uploads: 'included' | `s3://${string}`;
}

/** What was counted meanwhile. The last entry before the checksums, `end.json`. */
export interface Ending {
  counts: CountRange;
}

export const paths = {
  manifest: 'manifest.json',
  ending: 'end.json',
  /** the files of the embedded PostgreSQL */
  files: 'postgres/data',
  /** the rows of another PostgreSQL */
  rows: 'rows',
  /** everything else in DATA_DIR */
  data: 'data',
} as const;

interface Options {
  /** Copies rows instead of files: for another PostgreSQL, also of another major version. */
  rowsOnly?: boolean;
  store: BackupStore;
  lock: Lock;
  now: Date;
  /** Tells the operator what is being done. */
  report: (step: string) => void;
}

/**
 * Copies everything to one file while the services run. What was acknowledged before it began is there: clicks wait in
 * files until the database has them, so these are copied first, and uploads, which rows refer to, last.
 */
export async function createBackup(
  config: Config,
  connection: DatabaseAddress,
  { store, lock, now, report, rowsOnly = false }: Options,
): Promise<{ name: string; bytes: number }> {
  const name = store.nameAt(now, endingOf(lock));
  await store.write(name, (sink) =>
    writeTar(sink, lock, async (archive) => {
      const manifest = await describe(config, connection, { now, rowsOnly });
      await archive.addText(paths.manifest, JSON.stringify(manifest, null, 2));
      report('clicks');
      await addClicks(archive, join(config.dataFolder, 'clicks'));
      report('counts');
      const before = await countRows(connection);
      report('database');
      if (manifest.database === 'files')
        await copyRunningDatabase(
          connection,
          realpathSync(join(config.dataFolder, 'postgres/data')),
          archive,
          paths.files,
        );
      else await dumpDatabase(connection, archive, paths.rows);
      const after = await countRows(connection);
      report('files');
      await addRest(archive, config);
      const ending: Ending = { counts: { before, after } };
      await archive.addText(paths.ending, JSON.stringify(ending, null, 2));
    }),
  );
  const stored = (await store.list()).find((backup) => backup.name === name);
  return { name, bytes: stored?.bytes ?? 0 };
}

async function describe(
  config: Config,
  connection: DatabaseAddress,
  { now, rowsOnly }: { now: Date; rowsOnly: boolean },
): Promise<Manifest> {
  const client = new DatabaseClient({ ...connection, application_name: 'plaza backup' });
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; migrations: string[] }>(
      `select current_setting('server_version') as version,
              (select array_agg(name order by name) from public.migration) as migrations`,
    );
    return {
      format: 1,
      version: packageJson.version,
      createdAt: now.toISOString(),
      database: config.embeddedDatabase && !rowsOnly ? 'files' : 'rows',
      postgres: rows[0]?.version ?? '',
      migrations: rows[0]?.migrations ?? [],
      uploads: config.S3_BUCKET ? `s3://${config.S3_BUCKET}` : 'included',
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Adds the files of clicks that are not in the database yet. A process may rename a file of a dead one meanwhile, so
 * names are listed until there are no new ones: a click that is stored twice is counted once.
 */
async function addClicks(archive: ArchiveWriter, folder: string): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const names = await readdir(folder).catch(() => []);
    const added = names.filter((name) => !seen.has(name));
    if (added.length === 0) return;
    for (const name of added) {
      seen.add(name);
      if ((await stat(join(folder, name)).catch(() => undefined))?.isFile())
        await archive.addFile(`${paths.data}/clicks/${name}`, join(folder, name));
    }
  }
}

/** What is copied otherwise, or created again. */
const skipped = new Set(['postgres', 'clicks', 'compiled', '.incoming', '.restoring', restoredMark]);

/** Adds the rest of the data folder, keys and uploads, without backups, which may be there too. */
async function addRest(archive: ArchiveWriter, config: Config): Promise<void> {
  const folder = config.dataFolder;
  const add = async (path: string, name: string): Promise<void> => {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && !isBackup(basename(path))) await archive.addFile(name, path);
    if (!found?.isDirectory()) return;
    await archive.addFolder(name);
    for (const inside of await readdir(path).catch(() => []))
      if (inside !== '.incoming') await add(join(path, inside), `${name}/${inside}`);
  };
  for (const name of await readdir(folder))
    if (!skipped.has(name) && !/^(?:verify-|before-restore-)/.test(name))
      await add(join(folder, name), `${paths.data}/${name}`);
  // A key of the environment, so that the backup can be used without it.
  if (!existsSync(join(folder, 'secret.key')))
    await archive.addText(`${paths.data}/secret.key`, config.secretKey.toString('hex'));
}

/** Rows by table. */
type Counts = Record<string, number>;

/** What a backup counted before and after it copied the database. */
interface CountRange {
  before: Counts;
  after: Counts;
}

/** Counts the rows of every table with data of people. Reads each row, so a damaged page is noticed. */
export async function countRows(connection: DatabaseAddress): Promise<Counts> {
  const client = new DatabaseClient({
    ...connection,
    application_name: 'plaza backup',
    options: '-c statement_timeout=0',
  });
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
         and nspname in ('identity', 'social', 'links', 'agents', 'paid') order by 1`,
    );
    const counts: Counts = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`);
      counts[name] = Number(rows[0]?.count);
    }
    return counts;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Rows that may have been deleted and added between the counts. */
const slack = (count: number) => 20 + Math.ceil(count / 1000);

/** The tables whose rows are not between the counts before and after, as sentences. */
export function compareCounts({ before, after }: CountRange, restored: Counts): string[] {
  return Object.entries(before).flatMap(([table, first]) => {
    const last = after[table] ?? first;
    const found = restored[table];
    if (found === undefined) return [`${table} is missing`];
    const [min, max] = [Math.min(first, last), Math.max(first, last)];
    const room = slack(max);
    if (found >= min - room && found <= max + room) return [];
    return [`${table} has ${found} rows instead of ${min === max ? min : `${min} to ${max}`}`];
  });
}
