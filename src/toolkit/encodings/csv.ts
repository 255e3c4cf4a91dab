import { invalid } from '../../kernel/problem.ts';
import { csvHead } from '../../kernel/typed-text/csv-head.ts';

interface CsvOptions {
  separator: 'auto' | ',' | ';' | 'tab' | '|';
  /** Whether the first line has column names, which makes rows objects instead of lists. */
  header: boolean;
  numbers: boolean;
}

export async function parseCsv(
  field: string,
  text: string,
  { separator, header, numbers }: CsvOptions,
): Promise<unknown[]> {
  const { parse } = await import('csv-parse/sync');
  const head = csvHead(text.slice(0, 10_000), [',', ';', '\t', '|']);
  const delimiter = separator === 'auto' ? head.delimiter : separator === 'tab' ? '\t' : separator;
  try {
    return parse(text.slice(head.skipped), {
      delimiter,
      columns: header,
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      ...(numbers && { cast: toValue }),
    });
  } catch (error) {
    throw invalid(field, (error as Error).message);
  }
}

function toValue(text: string, { header }: { header: boolean }): string | number | boolean {
  if (header) return text;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

/** Writes objects with a header of all their keys, or lists without one. */
export async function toCsv(rows: readonly unknown[], delimiter: string): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  const isTable = rows.every((row) => Array.isArray(row));
  const toCell = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  if (isTable)
    return stringify(
      rows.map((row) => (row as unknown[]).map(toCell)),
      { delimiter },
    );
  const objects = rows.map((row) =>
    typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : { value: row },
  );
  const columns = [...new Set(objects.flatMap(Object.keys))];
  const cells = objects.map((row) => columns.map((name) => toCell(row[name])));
  return stringify([columns, ...cells], { delimiter, cast: { boolean: String } });
}
