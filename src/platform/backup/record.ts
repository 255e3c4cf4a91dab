import { randomBytes } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../app.ts';
import { DatabaseClient } from '../database/connections/client.ts';
import type { DatabaseAddress } from '../database/open.ts';
import { getStoredSettings } from '../settings/site-settings.ts';

/** The result of a backup, for the operator. */
export interface BackupRecord {
  at: string;
  /** folder or bucket */
  place: string;
  name: string;
  bytes: number;
  /** What a started copy of it lacked. Undefined: it was not started. */
  mistakes?: string[] | undefined;
  /** Why there is no backup. */
  error?: string;
}

const settingName = 'backups';

/** How many results are remembered. */
const remembered = 30;

const Records = Type.Object({
  list: Type.Array(Type.Unsafe<BackupRecord>(Type.Object({})), { default: [] }),
});

/** The results of the last backups, the newest first. */
export const listBackupRecords = async (app: Pick<App, 'db'>): Promise<BackupRecord[]> =>
  (await getStoredSettings(app, settingName, Records)).list;

/** In DATA_DIR after a restore, until the next backup. */
export const restoredMark = 'restored';

/**
 * What the names of an installation's backups are derived from, besides its key. A restored copy gets another one: it
 * keeps its own number of backups, and those of the original are not its to delete.
 * @param isRestored whether it is a copy that was just restored
 */
export const getBackupSeed = (connection: DatabaseAddress, isRestored: boolean): Promise<string> =>
  withClient(connection, async (client) => {
    const seed = isRestored ? randomBytes(8).toString('hex') : undefined;
    if (seed !== undefined)
      await client.query(
        `insert into system.setting (name, value, changed_at) values ('backup-seed', jsonb_build_object('seed', $1::text), now())
         on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`,
        [seed],
      );
    const { rows } = await client.query<{ seed: string }>(
      `select value ->> 'seed' as seed from system.setting where name = 'backup-seed'`,
    );
    return rows[0]?.seed ?? '';
  });

/** Stores the result of a backup. Called by a process without an App. */
export const recordBackup = (connection: DatabaseAddress, record: BackupRecord): Promise<void> =>
  withClient(connection, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [settingName]);
    const { rows } = await client.query<{ list: BackupRecord[] }>(
      `select value -> 'list' as list from system.setting where name = $1`,
      [settingName],
    );
    const list = [record, ...(rows[0]?.list ?? [])].slice(0, remembered);
    await client.query(
      `insert into system.setting (name, value, changed_at) values ($1, $2, now())
       on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`,
      [settingName, JSON.stringify({ list })],
    );
    await client.query('commit');
  });

/** A replication slot, so that PostgreSQL does not remove the write-ahead log that is not archived yet. */
export const archiveSlot = 'plaza_archive';
export const archiveSetting = 'archive';
/** How long nothing may be archived. */
const longestSilence = minutes(10);

const ArchiveState = Type.Object({
  /** Until when everything is archived, in ISO 8601. Empty: nothing is. */
  at: Type.String({ default: '' }),
  error: Type.String({ default: '' }),
});
export type ArchiveState = Static<typeof ArchiveState>;

/** Whether every moment since the last backups can be restored, for the operator. Undefined if that is not wanted. */
export async function getArchive(
  app: Pick<App, 'db' | 'clock' | 'config'>,
): Promise<(ArchiveState & { isLate: boolean }) | undefined> {
  if (app.config.BACKUP_ARCHIVE_DAYS === 0) return undefined;
  const state = await getStoredSettings(app, archiveSetting, ArchiveState);
  const isLate = !state.at || app.clock.now().getTime() - new Date(state.at).getTime() > longestSilence;
  return { ...state, isLate };
}

/** Lets PostgreSQL remove its log again. The next backup begins a new archive, if one is wanted. */
export const dropArchiveSlot = async (client: DatabaseClient): Promise<void> => {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [archiveSlot],
  );
};

/** Connects without an App. */
export async function withClient<T>(
  connection: DatabaseAddress,
  work: (client: DatabaseClient) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient({ ...connection, application_name: 'plaza backup' });
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
