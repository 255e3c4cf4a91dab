import { invalid } from '../../kernel/problem.ts';

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
  const delimiter = separator === 'auto' ? guess(text) : separator === 'tab' ? '\t' : separator;
  try {
    return parse(text, {
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

/** Returns the most frequent separator in the first line. */
function guess(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).sign;
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
