import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

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
