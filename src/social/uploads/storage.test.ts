import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { deleteUpload, getStorageUsage, refuseFullStorage } from './uploads.ts';

const mebibyte = 1024 ** 2;
const full = { kind: 'too-large', field: 'file', message: /storage limit of 1 MiB/ };

const addUpload = ({ db, clock }: App, { id }: Viewer, path: string, bytes: number) =>
  db
    .insertInto('social.upload')
    .values({ account_id: id, path, kind: 'file', type: 'text/plain', bytes, created_at: clock.now() })
    .execute();

test('storage usage follows uploads and deletions', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  assert.equal(await getStorageUsage(app, ada), 0);
  await addUpload(app, ada, 'files/2026/03/one.txt', 700);
  await addUpload(app, ada, 'files/2026/03/two.txt', 42);
  assert.deepEqual([await getStorageUsage(app, ada), await getStorageUsage(app, bob)], [742, 0]);
  await deleteUpload(app, ada, 'files/2026/03/one.txt');
  assert.equal(await getStorageUsage(app, ada), 42);
});

test('counts pictures of posts, those from uploads once', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await app.db
    .insertInto('social.post')
    .values({ author_id: ada.id, text: 'Look', privacy: 'public', created_at: app.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addUpload(app, ada, 'photos/2026/03/up.webp', 100);
  const photo = { post_id: id, small_path: 's', width: 1, height: 1, alt: '' };
  await app.db
    .insertInto('social.photo')
    .values([
      { ...photo, position: 0, path: 'photos/2026/03/up.webp', bytes: 100 },
      { ...photo, position: 1, path: 'photos/2026/03/sent.webp', bytes: 30 },
    ])
    .execute();
  assert.equal(await getStorageUsage(app, ada), 130);
});

test('rejects uploads above the storage quota until something is deleted', async (app) => {
  const ada = await addPerson(app, 'ada');
  const small = { ...app, config: { ...app.config, STORAGE_QUOTA_MIB: 1 } };
  await addUpload(app, ada, 'files/2026/03/one.txt', mebibyte);
  await refuseFullStorage(small, ada, { field: 'file' });
  await assert.rejects(refuseFullStorage(small, ada, { coming: 1, field: 'file' }), full);
  await addUpload(app, ada, 'files/2026/03/two.txt', 1);
  await assert.rejects(refuseFullStorage(small, ada, { field: 'file' }), full);
  await refuseFullStorage({ ...app, config: { ...app.config, STORAGE_QUOTA_MIB: 0 } }, ada, {
    field: 'file',
  });
  await deleteUpload(app, ada, 'files/2026/03/one.txt');
  await refuseFullStorage(small, ada, { coming: 1, field: 'file' });
});
