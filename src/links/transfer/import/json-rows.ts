import { isRecord, parseJson } from '../../../kernel/json.ts';
import { normalizeColumn } from '../../../kernel/typed-text/csv-head.ts';
import { invalid, msg } from '../../../kernel/problem.ts';
import { sandboxTask } from '../../../platform/sandbox/task.ts';

/** Of a row, in bytes. */
export const longestCell = 64 * 1024;

interface JsonRows {
  columns: string[];
  /** The cells of each row as one line of JSON, in UTF-8. */
  lines: Uint8Array;
}

export const jsonRowsTask = sandboxTask('links.json-rows', () => Promise.resolve(toRows));

/** Accepts a list of records, either at the top level or under the key that other services use. */
function toRows(content: Uint8Array): JsonRows {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString();
  const records = recordsIn(parseTyped(text.replace(/^\u{feff}/u, '')));
  const columns = [...new Set(records.slice(0, 100).flatMap((record) => Object.keys(record)))];
  const lines = records.map((record, index) => {
    const line = Buffer.from(`${JSON.stringify(Object.fromEntries(cellsOf(record)))}\n`);
    if (line.length > longestCell)
      throw invalid('file', msg('Row {row} of the file is too long', { row: index + 1 }));
    return line;
  });
  return { columns, lines: Buffer.concat(lines) };
}

function parseTyped(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw invalid(
      'file',
      msg('The file cannot be read as JSON: {message}', { message: (error as Error).message }),
    );
  }
}

function recordsIn(value: unknown, depth = 0): Record<string, unknown>[] {
  if (Array.isArray(value))
    return value.filter(
      (entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null,
    );
  if (typeof value === 'object' && value !== null && depth < 2)
    for (const key of ['links', 'data', 'shortUrls', 'urls', 'result']) {
      const inner = (value as Record<string, unknown>)[key];
      if (inner !== undefined) return recordsIn(inner, depth + 1);
    }
  // YOURLS numbers the links: `link_1`, `link_2`.
  if (isRecord(value) && depth > 0 && 'link_1' in value) return Object.values(value).filter(isRecord);
  throw invalid('file', msg('The file does not contain a list of links'));
}

/** Flattens nested objects to cells: `meta.maxVisits` becomes `metamaxvisits`. */
const cellsOf = (record: Record<string, unknown>): [string, string][] =>
  Object.entries(record).flatMap(([name, value]): [string, string][] => [
    ...(isRecord(value)
      ? Object.entries(value).map(([inner, value]): [string, string] => [
          normalizeColumn(name + inner),
          textOf(value),
        ])
      : []),
    [normalizeColumn(name), textOf(value)],
  ]);

/**
 * Converts a list to text. Objects with names, such as tags, become their names, and other objects their
 * number.
 */
function textOfList(list: readonly unknown[]): string {
  if (!list.every(isRecord)) return list.map((entry) => textOf(entry)).join(', ');
  const names = list.map(({ name }) => name);
  return names.every((name) => typeof name === 'string') ? names.join(', ') : String(list.length);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return textOfList(value);
  return typeof value === 'object' ? JSON.stringify(value) : `${value as number | boolean}`;
}
