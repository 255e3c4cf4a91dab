import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { csvSheet } from './section.ts';

/** The text with its byte order mark. */
const text = async (stream: NodeJS.ReadableStream) => (await buffer(stream)).toString();

async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

test('a sheet begins with a byte order mark, and a formula gets an apostrophe', async () => {
  const cells = ['=1+1', '+1', '-1', '@a', '\t=1', 'a;b,c"d\r\ne', 'ä🎉'];
  const written = await text(csvSheet(each([cells, [-1]])));
  assert.ok(written.startsWith('\u{feff}'));
  assert.deepEqual(parse(written, { bom: true, relax_column_count: true }), [
    ["'=1+1", "'+1", "'-1", "'@a", "'\t=1", 'a;b,c"d\r\ne', 'ä🎉'],
    ['-1'],
  ]);
  const named = await text(csvSheet(each([{ b: 2, a: 1 }]), { columns: ['a', 'b'], lineEnd: 'windows' }));
  assert.equal(named, '\u{feff}a,b\r\n1,2\r\n');
});

test('an error of the rows ends the stream', async () => {
  const failing = (async function* () {
    yield ['a'];
    await Promise.reject(new Error('The database is gone'));
  })();
  await assert.rejects(text(csvSheet(failing)), /The database is gone/);
});

test('every export is written by it', () => {
  const sources = globSync('src/**/*.ts', { exclude: ['src/**/*.test.ts'] });
  const holding = (part: string) =>
    sources.filter((path) => readFileSync(path, 'utf8').includes(part)).sort();
  assert.deepEqual(holding('csv-stringify'), [
    'src/platform/archive/section.ts',
    'src/toolkit/encodings/csv.ts',
  ]);
  assert.deepEqual(
    holding(String.raw`[=+\-@`),
    ['src/links/transfer/import/mapping.ts'],
    'only imports know formulas',
  );
});
