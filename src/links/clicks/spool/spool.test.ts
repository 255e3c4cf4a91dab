import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/logging/log.ts';
import { openSpool } from './spool.ts';
import type { Spool } from './spool.ts';

const surroundings = { log: createLog({ LOG_LEVEL: 'silent' }), clock: systemClock };

function createFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'spool-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(
  context: TestContext,
  folder: string,
  limits: { segmentBytes?: number; maxBytes?: number } = {},
) {
  const written = { lines: 0, lost: 0 };
  const spool = openSpool(surroundings, {
    folder,
    batchBytes: 300,
    segmentBytes: 1000,
    maxBytes: 10_000,
    wrote: (lines, lost) => {
      written.lines += lines;
      written.lost += lost;
    },
    ...limits,
  });
  context.after(() => spool.close());
  return { spool, written };
}

/** Everything that is in the spool, taken out of it. */
function drainAll(spool: Spool): string {
  let text = '';
  for (let batch = spool.next(); batch; batch = spool.next()) {
    text += batch.lines.toString();
    batch.done();
  }
  return text;
}

const filesIn = (folder: string) => readdirSync(folder).sort();
const contentOf = (folder: string) =>
  filesIn(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');

/** The name of a file whose process is no more. */
function deadName(number = 1): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return `${pid}-1-dead0000-${number}.log`;
}

test('a line is on disk before its answer is given, and a turn of the event loop is one write', async (context) => {
  const folder = createFolder(context);
  const { spool, written } = open(context, folder);
  const seen: string[] = [];
  for (const line of ['one\n', 'two\n', 'three\n']) spool.append(line, () => seen.push(contentOf(folder)));
  assert.deepEqual(seen, []);
  await setImmediate();
  assert.deepEqual(seen, Array(3).fill('one\ntwo\nthree\n'));
  assert.deepEqual(written, { lines: 3, lost: 0 });
});

test('lines come back in order, whole, and each once', async (context) => {
  const { spool } = open(context, createFolder(context));
  const lines = Array.from({ length: 500 }, (_, i) => `line ${i}\n`);
  for (const [i, line] of lines.entries()) {
    spool.append(line, () => undefined);
    if (i % 7 === 0) await setImmediate();
  }
  await setImmediate();
  assert.equal(drainAll(spool), lines.join(''));
  assert.equal(spool.waiting(), 0);
});

test('lines that the database did not take come again', async (context) => {
  const { spool } = open(context, createFolder(context));
  spool.append('one\n', () => undefined);
  await setImmediate();
  assert.equal(spool.next()?.lines.toString(), 'one\n');
  assert.equal(spool.next()?.lines.toString(), 'one\n');
});

test('files that hold nothing new are deleted, the last one when the spool closes', async (context) => {
  const folder = createFolder(context);
  const { spool } = open(context, folder, { segmentBytes: 50 });
  for (let i = 0; i < 20; i += 1) {
    spool.append('x'.repeat(29) + '\n', () => undefined);
    await setImmediate();
  }
  assert.equal(filesIn(folder).length, 10);
  drainAll(spool);
  assert.equal(filesIn(folder).length, 1);
  spool.append('after that\n', () => undefined);
  await setImmediate();
  assert.equal(contentOf(folder).endsWith('after that\n'), true);
  drainAll(spool);
  spool.close();
  assert.deepEqual(filesIn(folder), []);
});

test('clicks that are not in the database stay on disk', (context) => {
  const folder = createFolder(context);
  const { spool } = open(context, folder);
  spool.append('one\n', () => undefined);
  spool.close();
  assert.equal(contentOf(folder), 'one\n');
});

test('a full spool loses lines, counts them and answers all the same; with room again it continues', async (context) => {
  const { spool, written } = open(context, createFolder(context), { maxBytes: 25 });
  let answered = 0;
  for (let i = 0; i < 5; i += 1) {
    spool.append('123456789\n', () => (answered += 1));
    await setImmediate();
  }
  assert.equal(answered, 5);
  assert.deepEqual(written, { lines: 5, lost: 3 });
  drainAll(spool);
  spool.append('room again\n', () => (answered += 1));
  await setImmediate();
  assert.deepEqual([answered, written.lost], [6, 3]);
  assert.equal(drainAll(spool), 'room again\n');
});

test('a folder that cannot be written to loses lines, and redirects go on', async (context) => {
  const folder = createFolder(context);
  const { spool, written } = open(context, folder);
  rmSync(folder, { recursive: true });
  let answered = 0;
  spool.append('one\n', () => (answered += 1));
  await setImmediate();
  assert.deepEqual([answered, written.lost], [1, 1]);
});

test('the spool of a dead process is taken over by a live one', (context) => {
  const folder = createFolder(context);
  writeFileSync(join(folder, deadName(1)), 'one\ntwo\n');
  writeFileSync(join(folder, deadName(2)), '');
  const [first, second] = [open(context, folder).spool, open(context, folder).spool];
  for (const spool of [first, second, first]) spool.adoptLeftovers();
  assert.equal(drainAll(first) + drainAll(second), 'one\ntwo\n');
  assert.deepEqual(filesIn(folder), []);
});

test('spools of live processes are left alone', async (context) => {
  const folder = createFolder(context);
  const [first, second] = [open(context, folder).spool, open(context, folder).spool];
  first.append('mine\n', () => undefined);
  await setImmediate();
  second.adoptLeftovers();
  assert.equal(second.next(), undefined);
  assert.equal(first.next()?.lines.toString(), 'mine\n');
});

test('a reused process id does not prevent taking over a spool', (context) => {
  const folder = createFolder(context);
  writeFileSync(join(folder, `${process.pid}-1-dead0000-1.log`), 'one\n');
  const { spool } = open(context, folder);
  spool.adoptLeftovers();
  assert.equal(drainAll(spool), process.platform === 'linux' ? 'one\n' : '');
});

test('leftovers are stored before new clicks, also while a batch is in progress', async (context) => {
  const folder = createFolder(context);
  const { spool } = open(context, folder);
  spool.append('new\n', () => undefined);
  await setImmediate();
  const batch = spool.next();
  writeFileSync(join(folder, deadName()), 'old and longer\n');
  spool.adoptLeftovers();
  batch?.done();
  assert.equal(drainAll(spool), 'old and longer\n');
});

test('a file without a line break, as a power cut may leave it, does not stop the rest', async (context) => {
  const folder = createFolder(context);
  writeFileSync(join(folder, deadName()), '\0'.repeat(5000));
  const { spool } = open(context, folder);
  spool.adoptLeftovers();
  spool.append('new\n', () => undefined);
  await setImmediate();
  assert.equal(drainAll(spool).replaceAll('\0', ''), 'new\n');
  assert.equal(filesIn(folder).length, 1);
});

test('a file that has become unreadable while it was ours is set aside, and counting continues', async (context) => {
  const folder = createFolder(context);
  writeFileSync(join(folder, deadName()), 'lost\n');
  const { spool } = open(context, folder);
  spool.adoptLeftovers();
  truncateSync(join(folder, filesIn(folder)[0] ?? ''));
  spool.append('new\n', () => undefined);
  await setImmediate();
  assert.equal(drainAll(spool), 'new\n');
  assert.equal(filesIn(folder).filter((name) => name.endsWith('.unreadable')).length, 1);
});

test('an unreadable file that a dead process left does not keep the others from being counted', async (context) => {
  const folder = createFolder(context);
  mkdirSync(join(folder, deadName(1)));
  writeFileSync(join(folder, deadName(2)), 'one\n');
  const { spool } = open(context, folder);
  spool.adoptLeftovers();
  spool.append('two\n', () => undefined);
  await setImmediate();
  assert.equal(drainAll(spool), 'one\ntwo\n');
  assert.equal(filesIn(folder).filter((name) => name.endsWith('.unreadable')).length, 1);
});
