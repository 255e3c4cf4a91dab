import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { msg } from '../../../kernel/message.ts';
import { invalid } from '../../../kernel/problem.ts';
import { linesOf } from '../entries.ts';

/** A row, by the names of its columns. */
type Row<Column extends string> = Readonly<Record<Column, string | null>>;

/**
 * Reads rows of some tables from a compressed dump by `pg_dump`, which has them as tab-separated lines after
 * `COPY public.users (id, username, …) FROM stdin;`. Columns that a dump does not have are null.
 */
export async function* copyRows<Table extends string, Column extends string>(
  file: string,
  wanted: Readonly<Record<Table, readonly Column[]>>,
): AsyncGenerator<{ table: Table; row: Row<Column> }> {
  let reading: { table: Table; columns: readonly (readonly [Column, number])[] } | 'skipped' | undefined;
  for await (const line of linesOf(unpacked(file))) {
    if (reading === undefined) {
      if (!line.subarray(0, 5).equals(copy)) continue;
      const [, table = '', names = ''] =
        /^COPY (?:public\.)?"?(\w+)"? \((.*)\) FROM stdin;$/.exec(line.toString()) ?? [];
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

async function* unpacked(file: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(file);
  const gunzip = packed.pipe(createGunzip());
  packed.on('error', (error) => gunzip.destroy(error));
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('Z_')) throw error;
    throw invalid('file', msg('The archive cannot be read. Download it again, and send it as it is.'));
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}
