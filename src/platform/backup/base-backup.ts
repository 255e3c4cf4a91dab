import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseAddress } from '../database/open.ts';
import type { ArchiveWriter } from './archive.ts';

/** Folders whose contents a start creates again. */
const empty = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);

/** What belongs to the running server. */
const isSkipped = (name: string) =>
  ['postmaster.pid', 'postmaster.opts', 'current_logfiles', 'backup_label', 'tablespace_map'].includes(
    name,
  ) || /^pgsql_tmp|^pg_internal\.init|^t\d+_\d+/.test(name);

/**
 * Adds the files of a running server to an archive, with the write-ahead log that makes them consistent: PostgreSQL's
 * low-level base backup. Everything that was committed before is there.
 * See https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export async function copyRunningDatabase(
  connection: DatabaseAddress,
  data: string,
  archive: ArchiveWriter,
  prefix: string,
): Promise<void> {
  const client = new pg.Client({
    ...connection,
    application_name: 'plaza backup',
    options: '-c statement_timeout=0 -c idle_session_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
  let lost: Error | undefined;
  client.on('error', (error) => (lost = error));
  await client.connect();
  try {
    // Holds back the log of the copy. Removed with the connection, however it ends.
    await client.query(
      `select pg_create_physical_replication_slot('plaza_backup_' || pg_backend_pid(), true, true)`,
    );
    const first = await ask(client, `select pg_walfile_name(pg_backup_start('plaza', true)) as value`);
    await addFolder(archive, data, prefix);
    // Last, so that what it says of the others is true.
    await archive.addFile(`${prefix}/global/pg_control`, join(data, 'global/pg_control'));
    if (lost) throw lost;
    const { rows } = await client.query<{ label: string; last: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    );
    const [end] = rows;
    if (!end) throw new Error('PostgreSQL did not end the backup');
    await archive.addText(`${prefix}/backup_label`, end.label);
    await addLog(archive, join(data, 'pg_wal'), `${prefix}/pg_wal`, first, end.last);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ask(client: pg.Client, sql: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>(sql);
  return rows[0]?.value ?? '';
}

async function addFolder(archive: ArchiveWriter, folder: string, name: string): Promise<void> {
  await archive.addFolder(name);
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const [path, inside] = [join(folder, entry.name), `${name}/${entry.name}`];
    if (isSkipped(entry.name) || entry.name === 'pg_control') continue;
    if (entry.isSymbolicLink()) throw new Error(`${path} is a link: tablespaces cannot be backed up`);
    if (empty.has(entry.name)) await archive.addFolder(inside);
    else if (entry.isDirectory()) await addFolder(archive, path, inside).catch(unlessDropped);
    else await archive.addFile(inside, path);
  }
}

/** A database may be dropped meanwhile, with its folder. */
function unlessDropped(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** Adds the segments of the write-ahead log from the first to the last, which are named in their order. */
async function addLog(
  archive: ArchiveWriter,
  folder: string,
  prefix: string,
  first: string,
  last: string,
): Promise<void> {
  const names = (await readdir(folder)).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  );
  if (!names.includes(first) || !names.includes(last))
    throw new Error(`The write-ahead log from ${first} to ${last} is not complete`);
  for (const name of names.sort()) await archive.addFile(`${prefix}/${name}`, join(folder, name));
}
