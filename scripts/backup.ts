// Backs up everything to one file, also while the services run.
// Usage: npm run backup [-- --to DIR|s3://bucket/prefix] [--encrypt] [--verify] [--rows]
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Lock } from '../src/platform/backup/archive.ts';
import { archiveForever, beginArchive, pruneArchive } from '../src/platform/backup/archiving.ts';
import { createBackup } from '../src/platform/backup/create-backup.ts';
import {
  type BackupRecord,
  getBackupSeed,
  recordBackup,
  restoredMark,
} from '../src/platform/backup/record.ts';
import { type BackupStore, expiredOf, openStore } from '../src/platform/backup/stores.ts';
import { type DatabaseAddress, directConnection } from '../src/platform/database/open.ts';
import { createLog, type Log } from '../src/platform/logging/log.ts';
import { type Config, ConfigError } from '../src/platform/settings/config.ts';
import { proveBackup } from '../src/servers/backups/prove.ts';
import { getExistingSettings } from './get-settings.ts';
import { connectToDatabase, readArguments, runScript } from './reach-database.ts';

const { values } = readArguments({
  options: {
    to: { type: 'string' },
    encrypt: { type: 'boolean' },
    verify: { type: 'boolean', default: false },
    rows: { type: 'boolean', default: false },
    /** started by the services: deletes old backups afterwards */
    nightly: { type: 'boolean', default: false },
    /** started by the services: archives the log of the embedded PostgreSQL instead, until they end */
    archive: { type: 'boolean', default: false },
  },
});

await runScript(async () => {
  const config = getExistingSettings();
  const log = createLog(config);
  const database = await connectToDatabase(config, log);
  const connection = directConnection(database.connection, config);
  if (values.archive) {
    process.once('disconnect', () => process.exit());
    await archiveForever(config, connection, log);
  }
  const mark = join(config.dataFolder, restoredMark);
  const seed = await getBackupSeed(connection, existsSync(mark));
  rmSync(mark, { force: true });
  const target = values.to ?? (config.BACKUP_TO || `${config.dataFolder}-backups`);
  const store = openStore(target, config, seed);
  const record: BackupRecord = { at: new Date().toISOString(), place: store.place, name: '', bytes: 0 };
  try {
    const isArchived = config.BACKUP_ARCHIVE_DAYS > 0 && target === config.BACKUP_TO && !values.rows;
    if (isArchived) await beginArchive(connection);
    await backUp(config, { connection, store, record, log });
    await recordBackup(connection, record);
    if (!values.nightly || record.mistakes?.length) return;
    for (const { name } of expiredOf(await store.list())) await store.remove(name);
    if (isArchived) await pruneArchive(config, seed, store, new Date(record.at));
  } catch (error) {
    const failure = { ...record, error: error instanceof Error ? error.message : String(error) };
    await recordBackup(connection, failure).catch(() => undefined);
    throw error;
  } finally {
    await database.leave();
  }
});

interface Work {
  connection: DatabaseAddress;
  store: BackupStore;
  record: BackupRecord;
  log: Log;
}

/** Creates a backup, proves it if wanted, and completes the record. */
async function backUp(config: Config, { connection, store, record, log }: Work): Promise<void> {
  // The secret key may be elsewhere, so that who takes this machine cannot read its backups.
  const canOpen = !config.BACKUP_RECIPIENT || config.BACKUP_IDENTITY !== '';
  if (values.verify && !canOpen)
    throw new ConfigError('To verify a backup for BACKUP_RECIPIENT, set BACKUP_IDENTITY to its secret key.');
  const began = performance.now();
  const report = (step: string) => void process.stdout.write(`  ${step} …\n`);
  const created = await createBackup(config, connection, {
    store,
    lock: lockOf(config),
    now: new Date(record.at),
    report,
    rowsOnly: values.rows,
  });
  Object.assign(record, created);
  const took = Math.round((performance.now() - began) / 100) / 10;
  console.log(`${store.place}/${record.name}: ${(record.bytes / 1e6).toFixed(1)} MB in ${took} s`);
  if (!values.verify && !(values.nightly && config.BACKUP_VERIFY && canOpen)) return;
  report('verify');
  record.mistakes = await proveBackup(config, store, record.name, log);
  for (const mistake of record.mistakes) console.log(`FAILED  ${mistake}`);
  if (record.mistakes.length === 0) console.log('The copy was started: its counts and its ledger are right.');
  else process.exitCode = 1;
}

function lockOf({ BACKUP_RECIPIENT: recipient, BACKUP_PASSPHRASE: passphrase }: Config): Lock {
  if (values.encrypt && !recipient && !passphrase)
    throw new ConfigError('Set BACKUP_RECIPIENT (age1…) or BACKUP_PASSPHRASE to encrypt backups.');
  return values.encrypt === false ? {} : { recipient, passphrase };
}
