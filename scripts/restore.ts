// Restores a backup into a data folder.
// Usage: npm run restore -- FILE|s3://bucket/prefix/FILE [--into DIR] [--until TIME] [--overwrite]
import { restoreBackup } from '../src/platform/backup/restore-backup.ts';
import { locateBackup } from '../src/platform/backup/stores.ts';
import { directConnection } from '../src/platform/database/open.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { ConfigError, loadConfig } from '../src/platform/settings/config.ts';
import { parseTime } from '../src/kernel/time.ts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readArguments, refuseArguments, runScript } from './reach-database.ts';

const { values, positionals } = readArguments({
  options: {
    into: { type: 'string' },
    until: { type: 'string' },
    overwrite: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const file =
  positionals[0] ??
  refuseArguments('Pass the file of a backup: npm run restore -- FILE [--into DIR] [--until TIME]');
const at = values.until === undefined ? undefined : parseTime(values.until);
if (values.until !== undefined && !at)
  refuseArguments(`${values.until} is not a time: write it as 2026-11-26T12:00:00Z.`);

await runScript(async () => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  // The key comes with the backup: one that is created here would be in its place.
  const config = loadConfig({
    LOG_LEVEL: 'warn',
    ...process.env,
    SECRET_KEY: '00'.repeat(32),
  });
  const into = resolve(values.into ?? config.dataFolder);
  const external = config.embeddedDatabase
    ? undefined
    : directConnection({ connectionString: config.DATABASE_URL }, config);
  if (at && external) throw new ConfigError('--until is for the embedded PostgreSQL: unset DATABASE_URL.');
  const { archive, ...backup } = locateBackup(file, config);
  const { manifest, former } = await restoreBackup(backup, into, {
    key: { identity: config.BACKUP_IDENTITY, passphrase: config.BACKUP_PASSPHRASE },
    log: createLog(config),
    external,
    until: at && { at, archive },
    overwrite: values.overwrite,
    now: new Date(),
  });
  console.log(`${into} is as of ${at?.toISOString() ?? manifest.createdAt} (version ${manifest.version}).`);
  if (former !== undefined) console.log(`What was there before is in ${former}.`);
  if (manifest.uploads !== 'included') console.log(`Uploads stay in ${manifest.uploads}.`);
  console.log(`Start it: DATA_DIR=${into} npm start`);
});
