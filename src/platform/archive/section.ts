import { stringify } from 'csv-stringify';
import { type RawBuilder, sql } from 'kysely';
import { Readable } from 'node:stream';
import type { App } from '../app.ts';
import { isPath } from '../files/path.ts';

/** One kind of data in an archive: a JSON file, and pages that show the same data. */
export interface ArchiveSection {
  /** Name of its files, in lower case with hyphens. */
  name: string;
  title: string;
  /** A sentence that describes the contents. */
  about: string;
  /** The rows in order. Columns have readable names: `"writtenAt"`. Null and empty values are omitted. */
  rows: RawBuilder<Record<string, unknown>>;
  /**
   * Columns with the path of a stored file, or a list of objects with a path as `file`. Excludes user input,
   * which could name other users' files.
   */
  files?: readonly string[];
}

export type ArchiveRow = Readonly<Record<string, unknown>>;

/** Converts a row for the archive. Calls `addFile` for each stored file in it. */
export function toArchiveRow(
  { files = [] }: ArchiveSection,
  row: Record<string, unknown>,
  addFile: (path: string) => void,
): ArchiveRow {
  const place = (path: unknown) => {
    if (typeof path !== 'string' || !isPath(path)) return undefined;
    addFile(path);
    return archivePathOf(path);
  };
  const placeIn = (value: unknown) =>
    Array.isArray(value)
      ? (value as { file?: unknown }[]).map((each) => ({ ...each, file: place(each.file) }))
      : place(value);
  const shown = Object.entries(row).map(([key, value]) => [
    key,
    files.includes(key) ? placeIn(value) : value,
  ]);
  return (plain(Object.fromEntries(shown)) ?? {}) as ArchiveRow;
}

/** The path of a stored file within the archive. */
export const archivePathOf = (path: string) => `files/${path}`;

/** Removes empty values, and formats times as ISO 8601 and field names in camel case. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(plain);
  if (typeof value !== 'object' || value === null) return value === null || value === '' ? undefined : value;
  const fields = Object.entries(value)
    .map(([key, each]) => [toCamelCase(key), plain(each)] as const)
    .filter(([, each]) => each !== undefined);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

const toCamelCase = (key: string) =>
  key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

type Cell = string | number;
type Row = readonly Cell[] | Readonly<Record<string, unknown>>;

/**
 * Streams rows as CSV for spreadsheets. It begins with a byte order mark, without which Excel does not read UTF-8.
 * Formulas get an apostrophe, because people and visitors write the texts and a spreadsheet would run them. With
 * `columns`, rows are objects, and the first line has their names.
 */
export function csvSheet(
  rows: AsyncIterable<Row>,
  { columns, lineEnd = 'unix' }: { columns?: readonly string[]; lineEnd?: 'unix' | 'windows' } = {},
): NodeJS.ReadableStream {
  const sheet = stringify({
    bom: true,
    escape_formulas: true,
    record_delimiter: lineEnd,
    ...(columns && { header: true, columns: [...columns] }),
  });
  const source = Readable.from(rows);
  source.on('error', (error) => sheet.destroy(error));
  sheet.on('close', () => source.destroy());
  return source.pipe(sheet);
}

/** Streams rows in small batches. Called in a transaction, one stream at a time. */
export async function* streamRows<Row>({ db }: Pick<App, 'db'>, query: RawBuilder<Row>): AsyncGenerator<Row> {
  await sql`declare rows_of_archive no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch 500 from rows_of_archive`.execute(db);
    yield* rows;
    if (rows.length < 500) break;
  }
  await sql`close rows_of_archive`.execute(db);
}
