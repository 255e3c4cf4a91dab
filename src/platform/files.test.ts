import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { startBucket } from '../../test/peers/bucket.ts';
import { Problem } from '../kernel/problem.ts';
import { openFiles } from './files.ts';
import type { Files } from './files.ts';

const path = 'photos/2026/09/0123456789.webp';
const noBucket = {
  S3_BUCKET: '',
  S3_DIRECT_UPLOADS: false,
  S3_REGION: 'us-east-1',
  S3_ENDPOINT: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
};
const plazaUrl = 'https://plaza.example';

async function onDisk(t: TestContext) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'files-'));
  t.after(() => rm(dataFolder, { recursive: true }));
  return { dataFolder, files: openFiles({ dataFolder, plazaUrl, ...noBucket }) };
}

async function bucket(t: TestContext) {
  const { objects, settings, stop } = await startBucket();
  t.after(stop);
  return { files: openFiles({ dataFolder: '/nowhere', plazaUrl, ...settings }), objects, stop };
}

const stores: [string, (t: TestContext) => Promise<{ files: Files }>][] = [
  ['disk', onDisk],
  ['S3', bucket],
];

for (const [name, open] of stores)
  test(`${name}: a stored file is readable, whole or in part, until it is removed`, async (t) => {
    const { files } = await open(t);
    const read = async (range?: { start: number; end: number }) => {
      const { stream, ...rest } = (await files.read(path, range))!;
      return { text: (await buffer(stream)).toString(), ...rest };
    };
    await files.put(path, Buffer.from('first'), 'image/webp');
    assert.deepEqual(await read(), { text: 'first', size: 5, total: 5, type: 'image/webp' });
    await files.put(path, Readable.from([Buffer.from('0123'), Buffer.from('456789')]), 'image/webp');
    assert.deepEqual(await read({ start: 2, end: 4 }), {
      text: '234',
      size: 3,
      total: 10,
      type: 'image/webp',
    });
    assert.deepEqual(await files.find(path), { size: 10, type: 'image/webp' });
    const temporary = await files.newTemporary();
    await writeFile(temporary, 'from a file');
    await files.putFile(path, temporary, 'image/webp');
    assert.equal((await read()).text, 'from a file');
    await assert.rejects(files.putFile(path, temporary, 'text/html'), /cannot be stored/);
    await files.remove(path);
    await files.remove(path);
    assert.equal(await files.read(path), undefined);
    assert.equal(await files.find(path), undefined);
  });

test('reads nothing outside of the uploads, and no folders', async (t) => {
  const { files } = await onDisk(t);
  await files.put(path, Buffer.from('x'), 'image/webp');
  for (const other of [
    '../secret.key',
    'photos/../../secret.key',
    'photos/2026',
    'photos/2026/09',
    `${path}/x.webp`,
    '.incoming/x.webp',
  ])
    assert.equal(await files.read(other), undefined, other);
  await assert.rejects(files.put('../x/y.webp', Buffer.from('x'), 'image/webp'));
  await files.remove('../../x/y.webp');
});

test('disk: leaves nothing behind after an interrupted write', async (t) => {
  const { files, dataFolder } = await onDisk(t);
  const broken = Readable.from(
    (function* () {
      yield Buffer.alloc(100_000);
      throw new Error('hung up');
    })(),
  );
  await assert.rejects(files.put(path, broken, 'image/webp'), /hung up/);
  assert.equal(await files.find(path), undefined);
  assert.deepEqual(await readdir(join(dataFolder, 'uploads/.incoming')), []);
});

test('removes unfinished files of a dead process after a day', async (t) => {
  const { files, dataFolder } = await onDisk(t);
  const [old, young] = [await files.newTemporary(), await files.newTemporary()];
  await writeFile(old, 'old');
  await writeFile(young, 'young');
  await utimes(old, 0, 0);
  await openFiles({ dataFolder, plazaUrl, ...noBucket }).newTemporary();
  assert.deepEqual(await readdir(join(dataFolder, 'uploads/.incoming')), [basename(young)]);
});

test('S3: reports an unreachable store as a retryable Problem', async (t) => {
  const { files, objects, stop } = await bucket(t);
  await files.put(path, Buffer.from('x'), 'image/webp');
  assert.deepEqual([...objects.keys()], [`/uploads/${path}`]);
  stop();
  const away = (error: unknown) => error instanceof Problem && error.kind === 'unavailable';
  await assert.rejects(files.read(path), away);
  await assert.rejects(files.put(path, Buffer.from('x'), 'image/webp'), away);
});

test('returns an address under Plaza', async (t) => {
  const { files } = await onDisk(t);
  assert.equal(files.address(path), `https://plaza.example/content/uploads/${path}`);
});
