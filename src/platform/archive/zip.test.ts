import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { openZip } from './write-archive.ts';

const now = new Date('2026-03-01T12:00:00Z');

async function* parts(...texts: (string | Buffer)[]): AsyncGenerator<string | Buffer> {
  yield* texts;
}

test('writes files, compressed or not, with names in any script', async () => {
  const out = new PassThrough();
  const archive = buffer(out);
  const zip = await openZip(out, now);
  const random = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 7919) % 251));
  await zip.add('empty.txt', parts());
  await zip.add('名前.txt', parts('one ', 'two ', 'ü'));
  await zip.add('files/picture.webp', parts(random), { isPacked: true });
  assert.equal(await zip.end(), (await archive).length);
  const files = unzipSync(await archive);
  assert.deepEqual(Object.keys(files), ['empty.txt', '名前.txt', 'files/picture.webp']);
  assert.equal(Buffer.from(files['名前.txt'] ?? []).toString(), 'one two ü');
  assert.deepEqual(Buffer.from(files['files/picture.webp'] ?? []), random);
});

test('reports write errors and does not hang', async () => {
  const out = new PassThrough();
  const zip = await openZip(out, now);
  out.destroy(new Error('The disk is full'));
  await assert.rejects(zip.add('one.txt', parts('one')), /The disk is full/);
});
