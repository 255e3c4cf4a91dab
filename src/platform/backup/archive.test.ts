import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type Key, type Lock, readArchive, writeTar } from './archive.ts';

async function create(context: TestContext, lock: Lock = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const [file, large] = [join(folder, 'backup'), join(folder, 'large')];
  writeFileSync(large, randomBytes(3_000_000));
  await writeTar(createWriteStream(file), lock, async (archive) => {
    await archive.addText('manifest.json', '{}');
    await archive.addFolder('data');
    await archive.addFile('data/large', large);
    await archive.addFile(`data/${'long/'.repeat(40)}name`, large);
    assert.equal(await archive.addFile('data/absent', join(folder, 'absent')), false);
    await archive.addText('empty', '');
  });
  return { file, folder, large };
}

async function read(file: string, key: Key = {}): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  await readArchive(file, key, async ({ name, body }) => {
    let size = 0;
    for await (const chunk of body) size += chunk.length;
    sizes[name] = size;
  });
  return sizes;
}

const sizes = {
  'manifest.json': 2,
  data: 0,
  'data/large': 3_000_000,
  [`data/${'long/'.repeat(40)}name`]: 3_000_000,
  empty: 0,
};

test('reads what was written', async (context) => {
  const { file } = await create(context);
  assert.deepEqual(await read(file), sizes);
});

test('is read by zstd and tar', async (context) => {
  const { file, large } = await create(context);
  let tar: Buffer;
  try {
    tar = execFileSync('zstd', ['-d', '-c', file], { maxBuffer: 1e8 });
  } catch {
    return context.diagnostic('zstd is not installed');
  }
  const found = execFileSync('tar', ['--extract', '--to-stdout', 'data/large'], {
    input: tar,
    maxBuffer: 1e8,
  });
  assert.ok(found.equals(readFileSync(large)));
});

test('encrypts for a key or with a passphrase', async (context) => {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const { file } = await create(context, { recipient });
  assert.deepEqual(await read(file, { identity }), sizes);
  await assert.rejects(read(file), /is encrypted: set BACKUP_IDENTITY/);
  await assert.rejects(
    read(file, { identity: await generateX25519Identity() }),
    /is encrypted for another key/,
  );
  const locked = await create(context, { passphrase: 'correct horse' });
  assert.deepEqual(await read(locked.file, { passphrase: 'correct horse' }), sizes);
  await assert.rejects(read(locked.file, { passphrase: 'wrong' }), /with another passphrase/);
});

for (const [what, damage] of [
  ['cut', (file: string) => truncateSync(file, 2_000_000)],
  ['cut at its end', (file: string, bytes: Buffer) => truncateSync(file, bytes.length - 500)],
  ['empty', (file: string) => truncateSync(file, 0)],
  ['changed', (file: string, bytes: Buffer) => writeFileSync(file, bytes.fill(0x55, 1_000_000, 1_000_010))],
  ['no backup', (file: string) => writeFileSync(file, 'a text')],
] as const)
  for (const isLocked of [false, true])
    test(`refuses one that is ${what}${isLocked ? ' and encrypted' : ''}`, async (context) => {
      // A key, because a passphrase is slow by design and encrypts the same.
      const identity = isLocked ? await generateX25519Identity() : '';
      const { file } = await create(
        context,
        isLocked ? { recipient: await identityToRecipient(identity) } : {},
      );
      damage(file, readFileSync(file));
      await assert.rejects(
        read(file, { identity }),
        /^Error: The backup .* is (damaged or incomplete|encrypted)/,
      );
    });

for (const [what, header] of [
  ['a link', { name: 'data/secret.key', size: 0, type: 'symlink', linkname: '/etc/passwd' }],
  ['a file without checksum', { name: 'data/added', size: 0 }],
] as const)
  test(`refuses ${what} that was added`, async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'archive-'));
    context.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'backup');
    const tar = await packTar([{ header }, { header: { name: 'SHA256SUMS', size: 0 }, body: '' }]);
    writeFileSync(file, zstdCompressSync(tar));
    await assert.rejects(read(file), /neither a file nor a folder|has no checksum/);
  });

test('fails with the reason of the disk', async () => {
  const full = createWriteStream('/dev/full');
  const filling = writeTar(full, {}, async (archive) => {
    for (let n = 0; n < 40; n += 1) await archive.addBytes(`file${n}`, randomBytes(1_000_000));
  });
  await assert.rejects(filling, { code: 'ENOSPC' });
});
