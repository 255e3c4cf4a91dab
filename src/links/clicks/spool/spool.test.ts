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
import { systemClock } from '../../../platform/app.ts';
import { createLog } from '../../../platform/logging/log.ts';
import { openSpool, type Spool } from './spool.ts';

const surroundings = { log: createLog({ LOG_LEVEL: 'silent' }), clock: systemClock };

function createFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'spool-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(
  context: TestContext,
  folder: string,
  limits: { segmentBytes?: number; maxBytes?: number; maxMemory?: number } = {},
) {
  const written = { lines: 0, lost: 0 };
  const spool = openSpool(surroundings, {
    folder,
    batchBytes: 300,
    segmentBytes: 1000,
    maxBytes: 10_000,
    maxMemory: 0,
    wrote: (lines, to) => {
      written.lines += lines;
      if (to === 'nowhere') written.lost += lines;
    },
    ...limits,
  });
  context.after(() => spool.close());
  return { spool, written };
}

test('keeps lines in memory while the disk accepts nothing, in order and in limited number', async (context) => {
  const folder = createFolder(context);
  const { spool, written } = open(context, folder, { maxBytes: 20, maxMemory: 30, segmentBytes: 12 });
  const add = async (line: string) => {
    spool.append(`${line}\n`, () => undefined);
    await setImmediate();
  };
  for (let n = 0; n < 7; n += 1) await add(`line-${n}--`);
  // Two on disk, three in memory, and two that are not counted.
  assert.deepEqual(written, { lines: 7, lost: 2 });
  assert.equal(drainAll(spool), [0, 1, 2, 3, 4].map((n) => `line-${n}--\n`).join(''));
  assert.equal(spool.waiting(), 0);
  // What the database has makes room again.
  for (let n = 0; n < 5; n += 1) await add(`more-${n}--`);
  assert.equal(written.lost, 2);
  drainAll(spool);
  for (let n = 0; n < 3; n += 1) await add(`last-${n}--`);
  spool.close();
  const left = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  assert.deepEqual(left.join('').trim().split('\n').toSorted(), ['last-0--', 'last-1--', 'last-2--']);
});

/** Reads and removes everything in the spool. */
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

/** Returns the file name of a process that no longer exists. */
function deadName(number = 1): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return `${pid}-1-dead0000-${number}.log`;
}

test('writes lines to disk before responding, with one write per event loop turn', async (context) => {
  const folder = createFolder(context);
  const { spool, written } = open(context, folder);
  const seen: string[] = [];
  for (const line of ['one\n', 'two\n', 'three\n']) spool.append(line, () => seen.push(contentOf(folder)));
  assert.deepEqual(seen, []);
  await setImmediate();
  assert.deepEqual(seen, Array(3).fill('one\ntwo\nthree\n'));
  assert.deepEqual(written, { lines: 3, lost: 0 });
});

test('returns whole lines in order, each once', async (context) => {
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

test('returns lines again that the database did not store', async (context) => {
  const { spool } = open(context, createFolder(context));
  spool.append('one\n', () => undefined);
  await setImmediate();
  assert.equal(spool.next()?.lines.toString(), 'one\n');
  assert.equal(spool.next()?.lines.toString(), 'one\n');
});

test('deletes finished files, and the last one when the spool closes', async (context) => {
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

test('a full spool drops and counts lines, still responds, and resumes when there is space', async (context) => {
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

test('drops lines if the folder is not writable, and redirects still work', async (context) => {
  const folder = createFolder(context);
  const { spool, written } = open(context, folder);
  rmSync(folder, { recursive: true });
  let answered = 0;
  spool.append('one\n', () => (answered += 1));
  await setImmediate();
  assert.deepEqual([answered, written.lost], [1, 1]);
});

test('a live process adopts the spool of a dead one', (context) => {
  const folder = createFolder(context);
  writeFileSync(join(folder, deadName(1)), 'one\ntwo\n');
  writeFileSync(join(folder, deadName(2)), '');
  const [first, second] = [open(context, folder).spool, open(context, folder).spool];
  for (const spool of [first, second, first]) spool.adoptLeftovers();
  assert.equal(drainAll(first) + drainAll(second), 'one\ntwo\n');
  assert.deepEqual(filesIn(folder), []);
});

test('does not touch spools of live processes', async (context) => {
  const folder = createFolder(context);
  const [first, second] = [open(context, folder).spool, open(context, folder).spool];
  first.append('mine\n', () => undefined);
  await setImmediate();
  second.adoptLeftovers();
  assert.equal(second.next(), undefined);
  assert.equal(first.next()?.lines.toString(), 'mine\n');
});

test('a reused process id does not prevent adopting a spool', (context) => {
  const folder = createFolder(context);
  writeFileSync(join(folder, `${process.pid}-1-dead0000-1.log`), 'one\n');
  const { spool } = open(context, folder);
  spool.adoptLeftovers();
  assert.equal(drainAll(spool), process.platform === 'linux' ? 'one\n' : '');
});

test('stores leftovers before new clicks, even while a batch is in progress', async (context) => {
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

test('a file without a line break, as after a power failure, does not block the rest', async (context) => {
  const folder = createFolder(context);
  writeFileSync(join(folder, deadName()), '\0'.repeat(5000));
  const { spool } = open(context, folder);
  spool.adoptLeftovers();
  spool.append('new\n', () => undefined);
  await setImmediate();
  assert.equal(drainAll(spool).replaceAll('\0', ''), 'new\n');
  assert.equal(filesIn(folder).length, 1);
});

test('sets aside its own file that became unreadable and keeps counting', async (context) => {
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

test('an unreadable file of a dead process does not block the others', async (context) => {
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
