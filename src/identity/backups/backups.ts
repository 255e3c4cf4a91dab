import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { projectFolder } from '../../kernel/project-folder.ts';
import { days, hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { type BackupRecord, getArchive, listBackupRecords } from '../../platform/backup/record.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { t } from '../../web/translation/translate.ts';
import { notifyOperators } from '../operators/operators.ts';

/** Backups may be this old. */
const longestAge = days(2);

interface Backups {
  /** the newest first, also those that failed */
  records: BackupRecord[];
  /** The last one that exists and was not found wrong. */
  last: BackupRecord | undefined;
  /** The last one whose copy was started and found right. */
  proven: BackupRecord | undefined;
  /** Whether there should be a newer one. */
  isLate: boolean;
}

export async function getBackups(app: Pick<App, 'db' | 'clock' | 'config'>): Promise<Backups> {
  const records = await listBackupRecords(app);
  const last = records.find(({ error, mistakes }) => error === undefined && !mistakes?.length);
  const isLate = !last || app.clock.now().getTime() - new Date(last.at).getTime() > longestAge;
  const proven = records.find(({ mistakes }) => mistakes?.length === 0);
  return { records, last, proven, isLate: app.config.BACKUP_TO !== '' && isLate };
}

/**
 * Backs up in a process of its own, which yields to requests, and tells the operators if it fails. It is not tried
 * again before the next night, because each try writes as much as the database has.
 */
async function backUp(app: App): Promise<void> {
  if (app.config.BACKUP_TO === '') return;
  const script = join(projectFolder, 'scripts/backup.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, '--nightly'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said = (said + part).slice(-2000)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  app.log.error({ code, said }, 'the nightly backup failed');
  const [record] = await listBackupRecords(app);
  await notifyOperators(app, () => ({
    subject: t('The nightly backup failed'),
    text: `${record?.error ?? record?.mistakes?.join('\n') ?? said}\n\n${app.config.plazaUrl}/operator/backups`,
  }));
}

/** Reminds the operators of backups that are missing, and of an archive that ends, once a day. */
async function remind(app: App): Promise<void> {
  const archive = await getArchive(app);
  if (archive?.isLate)
    await notifyOperators(app, () => ({
      subject: t('The archive of the database has ended'),
      text: `${archive.error || t('A backup begins a new one: run “npm run backup”.')}\n\n${app.config.plazaUrl}/operator/backups`,
    }));
  const { isLate, last } = await getBackups(app);
  if (!isLate) return;
  const age = last && Math.floor((app.clock.now().getTime() - new Date(last.at).getTime()) / hours(24));
  await notifyOperators(app, () => ({
    subject: t('There is no recent backup'),
    text: `${
      age === undefined
        ? t('No backup has succeeded yet.')
        : t('{days, plural, one {The last backup is # day old.} other {The last backup is # days old.}}', {
            days: age,
          })
    }\n\n${app.config.plazaUrl}/operator/backups`,
  }));
}

const nothing = Type.Object({});

export const backupJobs = [
  job('system.backup', nothing, backUp, { cron: '40 2 * * *', runner: 'export' }),
  job('system.check-backups', nothing, remind, { cron: '0 8 * * *' }),
];
