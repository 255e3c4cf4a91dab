import { rm } from 'node:fs/promises';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openCopyFolder } from '../../platform/backup/copies.ts';
import { verifyBackup } from '../../platform/backup/restore-backup.ts';
import type { BackupStore } from '../../platform/backup/stores.ts';
import type { DatabaseAddress } from '../../platform/database/open.ts';
import type { Log } from '../../platform/logging/log.ts';
import { openApp } from '../../platform/open-app.ts';
import type { Config } from '../../platform/settings/config.ts';
import { checkLedger } from '../../social/wallet/balances.ts';

/** Starts a copy of a backup, and compares its rows and its ledger. Returns what is wrong. */
export async function proveBackup(
  config: Config,
  store: BackupStore,
  name: string,
  log: Log,
): Promise<string[]> {
  // Beside the database, on a disk that has room for it and that its user can reach.
  const postgres = join(config.dataFolder, 'postgres');
  const parent = dirname(existsSync(postgres) ? realpathSync(postgres) : postgres);
  const folder = await openCopyFolder(parent);
  try {
    const file = await store.fetch(name, folder);
    const key = { identity: config.BACKUP_IDENTITY, passphrase: config.BACKUP_PASSPHRASE };
    return await verifyBackup(file, parent, { key, log }, (connection) =>
      findLedgerMistakes(config, connection, log),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findLedgerMistakes(config: Config, connection: DatabaseAddress, log: Log): Promise<string[]> {
  const alone = { ...config, REDIS_URL: '', DATABASE_DIRECT_URL: '', DATABASE_PREPARE: true };
  const open = await openApp(alone, connection, log);
  try {
    const { mistakes } = await checkLedger(open.app);
    return mistakes.map(({ where, message }) => `ledger: ${where} ${message}`);
  } finally {
    await open.close();
  }
}
