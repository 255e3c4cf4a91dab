import { realpathSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { days, minutes, seconds } from '../../kernel/time.ts';
import type { DatabaseClient } from '../database/connections/client.ts';
import type { DatabaseAddress } from '../database/open.ts';
import { freeBytes } from '../http/overload/free-space.ts';
import type { Log } from '../logging/log.ts';
import type { Config } from '../settings/config.ts';
import { type ArchiveWriter, endingOf, writeTar } from './archive.ts';
import { archiveSetting, archiveSlot, dropArchiveSlot, getBackupSeed, withClient } from './record.ts';
import type { ArchiveState } from './record.ts';
import { archiveOf, type BackupStore, openStore } from './stores.ts';

/** How much is lost with the machine at most. */
const interval = minutes(1);
/** Log that waits for an archive that cannot be reached. Beyond, the disk of the database is worth more. */
const mostWaiting = 4 * 1024 ** 3;

/**
 * Archives the write-ahead log of the embedded server and new uploads every minute, beside the backups. A backup begins it,
 * because without one the log is of no use, and because a restored copy has another name only then.
 */
export async function archiveForever(config: Config, connection: DatabaseAddress, log: Log): Promise<never> {
  let failure = '';
  for (;;) {
    const error = await archive(config, connection).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (error !== failure)
      log[error ? 'error' : 'info']({ error }, error ? 'archiving failed' : 'archiving works again');
    failure = error;
    await sleep(interval);
  }
}

/** Archives what was written since the last time. */
export const archive = (config: Config, connection: DatabaseAddress): Promise<void> =>
  withClient(connection, async (client) => {
    const [place] = await findSlot(client);
    if (!place) return;
    try {
      const store = openStore(archiveOf(config.BACKUP_TO), config, await getBackupSeed(connection, false));
      await addPart(config, client, { store, from: place.from });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await giveUpIfNeeded(config, client, place.waiting);
      await client.query(
        `update system.setting set value = value || jsonb_build_object('error', $2::text) where name = $1`,
        [archiveSetting, reason],
      );
      throw error;
    }
  });

/** Without an archive, the log would fill the disk of the database. The next backup begins a new one. */
async function giveUpIfNeeded(config: Config, client: DatabaseClient, waiting: number): Promise<void> {
  const isFull = (await freeBytes(config)) < config.DISK_RESERVE_MIB * 1024 ** 2;
  if (isFull || waiting > mostWaiting) await dropArchiveSlot(client);
}

/** The first position that is not archived, and how many bytes follow. Nothing: a backup has to begin the archive. */
async function findSlot(client: DatabaseClient): Promise<{ from: string; waiting: number }[]> {
  const { rows } = await client.query<{ from: string; waiting: string }>(
    `select restart_lsn::text as from, pg_current_wal_flush_lsn() - restart_lsn as waiting
     from pg_replication_slots where slot_name = $1 and restart_lsn is not null and wal_status <> 'lost'`,
    [archiveSlot],
  );
  return rows.map(({ from, waiting }) => ({ from, waiting: Number(waiting) }));
}

/** Begins the archive, before a backup that needs what is written from then on. */
export const beginArchive = (connection: DatabaseAddress): Promise<void> =>
  withClient(connection, async (client) => {
    if ((await findSlot(client)).length > 0) return;
    await dropArchiveSlot(client);
    await client.query('select pg_create_physical_replication_slot($1, true)', [archiveSlot]);
    await saveState(client, new Date());
  });

const saveState = async (client: DatabaseClient, at: Date): Promise<void> => {
  await client.query(
    `insert into system.setting (name, value, changed_at) values ($1, $2, now())
     on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`,
    [archiveSetting, JSON.stringify({ at: at.toISOString(), error: '' } satisfies ArchiveState)],
  );
};

async function addPart(
  config: Config,
  client: DatabaseClient,
  { store, from }: { store: BackupStore; from: string },
): Promise<void> {
  const { rows: former } = await client.query<{ at: string }>(
    `select value ->> 'at' as at from system.setting where name = $1`,
    [archiveSetting],
  );
  const at = new Date();
  // Is committed after that moment, so a restore until then finds where to stop, even if nothing else is written.
  await client.query(`select pg_logical_emit_message(true, 'plaza', 'archive')`);
  const { rows } = await client.query<{ to: string; timeline: string }>(
    `select lsn::text as to, left(pg_walfile_name(lsn), 8) as timeline from pg_current_wal_flush_lsn() as lsn`,
  );
  const [{ to, timeline } = { to: from, timeline: '' }] = rows;
  const part: LogPart = { timeline, from: parsePosition(from), to: parsePosition(to) };
  const lock = { recipient: config.BACKUP_RECIPIENT };
  await store.write(store.nameAt(at, endingOf(lock), formatPart(part)), (sink) =>
    writeTar(sink, lock, async (writer) => {
      await addLog(writer, realpathSync(join(config.dataFolder, 'postgres/data/pg_wal')), part);
      // Of the file system, whose clock may be a little behind.
      const since = new Date(former[0]?.at ?? 0).getTime() - seconds(2);
      if (!config.S3_BUCKET) await addUploads(writer, join(config.dataFolder, 'uploads'), since);
    }),
  );
  await client.query('select pg_replication_slot_advance($1, $2)', [archiveSlot, to]);
  await saveState(client, at);
}

/** The write-ahead log between two positions. */
export interface LogPart {
  timeline: string;
  from: bigint;
  to: bigint;
}

export const segmentBytes = 16n * 1024n ** 2n;

const hex = (value: bigint, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');

const formatPart = ({ timeline, from, to }: LogPart) => `${timeline}-${hex(from, 16)}-${hex(to, 16)}`;

/** What a file of the archive has, by its name. */
export function parsePart(name: string): LogPart | undefined {
  const [, timeline, from, to] = /-([0-9A-F]{8})-([0-9A-F]{16})-([0-9A-F]{16})\.tar/.exec(name) ?? [];
  return timeline === undefined ? undefined : { timeline, from: BigInt(`0x${from}`), to: BigInt(`0x${to}`) };
}

/** `16/B374D848` */
function parsePosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Adds the log between two positions: what is flushed does not change any more. */
async function addLog(writer: ArchiveWriter, folder: string, { timeline, from, to }: LogPart): Promise<void> {
  for (let at = from; at < to;) {
    const segment = at / segmentBytes;
    const name = `${timeline}${hex(segment / 256n, 8)}${hex(segment % 256n, 8)}`;
    const offset = Number(at % segmentBytes);
    const end = (segment + 1n) * segmentBytes < to ? (segment + 1n) * segmentBytes : to;
    const bytes = Buffer.alloc(Number(end - at));
    const file = await open(join(folder, name), 'r');
    try {
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      if (bytesRead < bytes.length) throw new Error(`${name} of the write-ahead log is not complete`);
    } finally {
      await file.close();
    }
    await writer.addBytes(`pg_wal/${name}.${offset}`, bytes);
    at = end;
  }
}

/** Adds files that are new since a moment. A new file changes the time of its folder, so most folders are not read. */
async function addUploads(
  writer: ArchiveWriter,
  folder: string,
  since: number,
  name = 'uploads',
): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const [path, inside] = [join(folder, entry.name), `${name}/${entry.name}`];
    if (entry.isDirectory() && entry.name !== '.incoming') await addUploads(writer, path, since, inside);
    else if (entry.isFile() && found && found.mtimeMs >= since) {
      const file = await stat(path).catch(() => undefined);
      if (file && file.ctimeMs >= since) await writer.addFile(inside, path);
    }
  }
}

/** Removes what no kept backup needs for any of the last days. */
export async function pruneArchive(
  config: Config,
  seed: string,
  backups: BackupStore,
  now: Date,
): Promise<void> {
  const wanted = now.getTime() - days(config.BACKUP_ARCHIVE_DAYS);
  const kept = await backups.list();
  const first = kept.find(({ at }) => at.getTime() <= wanted) ?? kept.at(-1);
  const store = openStore(archiveOf(config.BACKUP_TO), config, seed);
  for (const { name, at } of await store.list())
    if (first && at.getTime() < first.at.getTime()) await store.remove(name);
}
