import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { msg, invalid } from '../../../kernel/problem.ts';
import { linesOf } from '../entries.ts';

/** A row, by the names of its columns. */
export type Row<Column extends string> = Readonly<Record<Column, string | null>>;

/** Rows of tables, as they are read. */
export type Rows<Table extends string, Column extends string> = AsyncGenerator<{
  table: Table;
  row: Row<Column>;
}>;

/**
 * Reads rows of some tables from a dump by `pg_dump`, which has them as tab-separated lines after
 * `COPY public.users (id, username, …) FROM stdin;`. Columns that a dump does not have are null. `prefix` is what all
 * tables begin with.
 */
export async function* copyRows<Table extends string, Column extends string>(
  file: string,
  wanted: Readonly<Record<Table, readonly Column[]>>,
  prefix = '',
): Rows<Table, Column> {
  let reading: { table: Table; columns: readonly (readonly [Column, number])[] } | 'skipped' | undefined;
  for await (const line of linesOf(unpacked(file))) {
    if (reading === undefined) {
      if (!line.subarray(0, 5).equals(copy)) continue;
      const [, whole = '', names = ''] =
        /^COPY (?:public\.)?"?(\w+)"? \((.*)\) FROM stdin;$/.exec(line.toString()) ?? [];
      const table = whole.startsWith(prefix) ? whole.slice(prefix.length) : '';
      const columns = Object.hasOwn(wanted, table) ? wanted[table as Table] : undefined;
      const places = names.split(', ').map((name) => name.replaceAll('"', ''));
      reading = columns
        ? { table: table as Table, columns: columns.map((name) => [name, places.indexOf(name)] as const) }
        : 'skipped';
    } else if (line.length === 2 && line.equals(end)) reading = undefined;
    else if (reading !== 'skipped') {
      const values = line.toString().split('\t');
      const row = Object.fromEntries(
        reading.columns.map(([name, at]) => [name, at < 0 ? null : toValue(values[at])]),
      );
      yield { table: reading.table, row: row as Row<Column> };
    }
  }
}

const copy = Buffer.from('COPY ');
const end = Buffer.from(String.raw`\.`);

function toValue(text: string | undefined): string | null {
  if (text === undefined || text === String.raw`\N`) return null;
  return text.includes('\\')
    ? text.replaceAll(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter)
    : text;
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The bytes of a dump, which can be compressed. */
export async function* unpacked(file: string): AsyncGenerator<Buffer> {
  const stored = createReadStream(file);
  const source = isCompressed(file) ? stored.pipe(createGunzip()) : stored;
  if (source !== stored) stored.on('error', (error) => source.destroy(error));
  try {
    yield* source as AsyncIterable<Buffer>;
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('Z_')) throw error;
    throw invalid('file', msg('The archive cannot be read. Download it again, and send it as it is.'));
  } finally {
    stored.destroy();
    source.destroy();
  }
}

function isCompressed(file: string): boolean {
  const descriptor = openSync(file, 'r');
  const start = Buffer.alloc(2);
  readSync(descriptor, start, 0, 2, 0);
  closeSync(descriptor);
  return start.toString('hex') === '1f8b';
}
