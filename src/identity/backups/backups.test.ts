import assert from 'node:assert/strict';
import { type TestApp, test } from '../../../test/app.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { addPerson } from '../../../test/world.ts';
import type { BackupRecord } from '../../platform/backup/record.ts';
import { writeSetting } from '../../platform/settings/site-settings.ts';
import { days, minutes } from '../../kernel/time.ts';
import { backupJobs, getBackups } from './backups.ts';

const withBackups = (app: TestApp) => ({ ...app, config: { ...app.config, BACKUP_TO: '/backups' } });

const store = (app: TestApp, ...list: (Partial<BackupRecord> & { age: number })[]) =>
  writeSetting(app, 'backups', {
    list: list.map(({ age, ...record }) => ({
      at: new Date(app.clock.now().getTime() - days(age)).toISOString(),
      place: '/backups',
      name: 'plaza-x.tar.zst',
      bytes: 1,
      ...record,
    })),
  });

test('is late without a backup of the last two days that exists and is right', async (app) => {
  const isLate = async () => (await getBackups(withBackups(app))).isLate;
  assert.equal(await isLate(), true);
  await store(app, { age: 1.9 });
  assert.equal(await isLate(), false);
  await store(app, { age: 2.1 });
  assert.equal(await isLate(), true);
  await store(app, { age: 0, error: 'the disk is full' }, { age: 1 });
  assert.equal(await isLate(), false);
  await store(app, { age: 0, mistakes: ['social.post is missing'] }, { age: 3, mistakes: [] });
  const { last, proven } = await getBackups(withBackups(app));
  assert.deepEqual([await isLate(), last?.mistakes, proven?.at], [true, [], last?.at]);
  assert.equal((await getBackups(app)).isLate, false, 'nightly backups are not wanted');
});

test('reminds the operators of missing backups by mail', async (app) => {
  const { id } = await addPerson(app, 'ada');
  await app.db.updateTable('identity.account').set({ role: 'operator' }).where('id', '=', id).execute();
  const remind = () => backupJobs[1]!.work(withBackups(app), {});
  const subjects = async () =>
    (await queuedJobs(app)).map(({ payload }) => (payload as { subject?: string }).subject).filter(Boolean);
  await store(app, { age: 1 });
  await remind();
  assert.deepEqual(await subjects(), []);
  await store(app, { age: 3 });
  await remind();
  assert.deepEqual(await subjects(), ['There is no recent backup']);
});

test('reminds the operators of an archive that has ended', async (app) => {
  const { id } = await addPerson(app, 'ada');
  await app.db.updateTable('identity.account').set({ role: 'operator' }).where('id', '=', id).execute();
  const archiving = { ...app, config: { ...app.config, BACKUP_ARCHIVE_DAYS: 7 } };
  const subjects = async (age: number) => {
    const at = new Date(app.clock.now().getTime() - minutes(age)).toISOString();
    await writeSetting(app, 'archive', { at, error: '' });
    await backupJobs[1]!.work(archiving, {});
    return (await queuedJobs(app))
      .map(({ payload }) => (payload as { subject?: string }).subject)
      .filter(Boolean);
  };
  assert.deepEqual(await subjects(9), []);
  assert.deepEqual(await subjects(11), ['The archive of the database has ended']);
});
