import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { startBucket } from '../../../test/peers/bucket.ts';
import { days } from '../../kernel/time.ts';
import { loadConfig } from '../settings/config.ts';
import { expiredOf, locateBackup, openStore } from './stores.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'backups-'));
const config = (folder: string, more = {}) =>
  loadConfig({ DATA_DIR: folder, SECRET_KEY: 'ab'.repeat(32), ...more });
const at = new Date('2026-11-26T02:40:05.678Z');
const name = openStore('/backups', config('/data')).nameAt(at, '.tar.zst');

test('names a backup by its second and installation', () => {
  assert.match(name, /^plaza-2026-11-26T024005Z-[0-9a-f]{8}\.tar\.zst$/);
});

for (const kind of ['a folder', 'a bucket'])
  test(`${kind} has a backup when it is complete`, async (context) => {
    const folder = newFolder();
    const bucket = await startBucket();
    context.after(() => {
      rmSync(folder, { recursive: true });
      bucket.stop();
    });
    const settings = { ...bucket.settings, S3_DIRECT_UPLOADS: 'false' };
    const target = kind === 'a folder' ? join(folder, 'b') : 's3://backups/of/plaza';
    const store = openStore(target, config(folder, settings));
    assert.deepEqual(await store.list(), []);
    const failing = store.write(name, async (sink) => {
      sink.write('half');
      throw new Error('the power is gone');
    });
    await assert.rejects(failing, /the power is gone/);
    assert.deepEqual(await store.list(), []);
    if (kind === 'a folder') assert.deepEqual(readdirSync(target), []);
    await store.write(name, (sink) => pipeline(Readable.from(['whole', ' text']), sink));
    const [stored, ...others] = await store.list();
    assert.deepEqual([stored, others], [{ name, bytes: 10, at: new Date('2026-11-26T02:40:05Z') }, []]);
    const other = openStore(target, config(folder, { ...settings, SECRET_KEY: 'cd'.repeat(32) }));
    assert.deepEqual(await other.list(), [], 'backups of other installations are not ours to delete');
    const copy = openStore(target, config(folder, settings), 'restored');
    assert.deepEqual(await copy.list(), [], 'nor are those of the original, if this is a restored copy');
    assert.equal(await readFile(await store.fetch(name, folder), 'utf8'), 'whole text');
    const { archive, ...located } = locateBackup(`${target}/${name}`, config(folder, settings));
    assert.equal(await readFile(await located.store.fetch(located.name, folder), 'utf8'), 'whole text');
    const part = archive.nameAt(at, '.tar.zst', `00000001-${'0'.repeat(15)}A-${'0'.repeat(15)}F`);
    await archive.write(part, (sink) => pipeline(Readable.from(['log']), sink));
    assert.deepEqual(
      (await archive.list()).map((stored) => stored.name),
      [part],
    );
    assert.equal((await store.list()).length, 1, 'the archive has no backups');
    await store.remove(name);
    assert.deepEqual(await store.list(), []);
  });

test('names a bucket without the credentials in its address', () => {
  const { place } = openStore('s3://ada:secret@backups/of/plaza', config('/data'));
  assert.equal(place, 's3://backups/of/plaza');
});

test('keeps the newest of 7 days, 4 weeks and 3 months', () => {
  const list = Array.from({ length: 200 }, (_, n) => new Date(at.getTime() - days(n / 2))).map((at) => ({
    name,
    bytes: 1,
    at,
  }));
  const expired = new Set(expiredOf(list));
  const kept = list.filter((backup) => !expired.has(backup)).map(({ at }) => at.toISOString().slice(0, 13));
  assert.deepEqual(kept, [
    '2026-11-26T02',
    '2026-11-25T14',
    '2026-11-24T14',
    '2026-11-23T14',
    '2026-11-22T14',
    '2026-11-21T14',
    '2026-11-20T14',
    '2026-11-15T14',
    '2026-11-08T14',
    '2026-10-31T14',
    '2026-09-30T14',
  ]);
  assert.deepEqual(expiredOf(list.slice(0, 3)).length, 1);
  assert.deepEqual(expiredOf([]), []);
});
