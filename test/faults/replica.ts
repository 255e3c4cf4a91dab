import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, chmodSync, chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseClient } from '../../src/platform/database/connections/client.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { prepareDatabase } from '../../src/platform/database/prepare.ts';
import { createLog } from '../../src/platform/logging/log.ts';
import { memoryFolder } from '../memory-folder.ts';

type Address = Awaited<ReturnType<typeof startEmbeddedPostgres>>['connection'];

/** A primary and a streaming replica of it. */
export interface ReplicatedDatabase {
  primary: string;
  replica: string;
  /** Runs a statement on the replica, such as one that pauses its replay. */
  onReplica(sql: string): Promise<void>;
  stopReplica(): Promise<void>;
  /** Makes the primary wait for the replica at each commit, so that a failover loses nothing. */
  synchronize(): Promise<void>;
  /** Shuts the primary down and promotes the replica. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

const log = createLog({ LOG_LEVEL: 'warn' });
const settings = { fsync: 'off', wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB' };

/** Starts PostgreSQL with our tables, and a second one that follows it. */
export async function startReplicated(): Promise<ReplicatedDatabase> {
  const folder = mkdtempSync(join(memoryFolder(), 'plaza-replicated-'));
  chmodSync(folder, 0o755);
  const start = (name: string, more: Record<string, string> = {}) =>
    startEmbeddedPostgres({
      folder: join(folder, name),
      database: 'plaza',
      log,
      settings: { ...settings, ...more },
    });
  const primary = await start('primary');
  await prepareDatabase(primary.connection, log);
  await copy(primary.connection, folder);
  const { host, port, user } = primary.connection;
  const replica = await start('replica', {
    primary_conninfo: `host=${host} port=${port} user=${user} application_name=replica`,
  });
  const stopReplica = () => replica.stop();
  return {
    primary: addressOf(primary.connection),
    replica: addressOf(replica.connection),
    onReplica: async (sql) => {
      await run(replica.connection, sql);
    },
    stopReplica,
    synchronize: async () => {
      await run(primary.connection, `alter system set synchronous_standby_names = 'replica'`);
      await run(primary.connection, 'select pg_reload_conf()');
    },
    failOver: async () => {
      await primary.stop();
      await run(replica.connection, 'select pg_promote()');
    },
    stop: async () => {
      await stopReplica();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const addressOf = ({ host, port, user, database }: Address): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;

async function run(connection: Address, sql: string): Promise<string> {
  const client = new DatabaseClient(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ value?: string }>(sql);
    return rows[0]?.value ?? '';
  } finally {
    await client.end();
  }
}

/** Copies the files of the running primary, as pg_basebackup does. */
async function copy(connection: Address, folder: string): Promise<void> {
  const client = new DatabaseClient(connection);
  await client.connect();
  await client.query(`select pg_backup_start('replica', true)`);
  const [from, to] = [join(folder, 'primary'), join(folder, 'replica')];
  mkdirSync(to);
  const { uid, gid, mode } = statSync(from);
  chownSync(to, uid, gid);
  chmodSync(to, mode);
  spawnSync('cp', ['-a', join(from, 'data'), to]);
  const { rows } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(false)',
  );
  await client.end();
  const data = join(to, 'data');
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, name), { force: true });
  for (const [name, text] of [
    ['backup_label', rows[0]?.label ?? ''],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(data, name), text);
    chownSync(join(data, name), uid, gid);
  }
}
