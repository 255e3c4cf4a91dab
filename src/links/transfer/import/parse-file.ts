import { parseJson } from '../../../kernel/json.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { parse } from 'csv-parse';
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { invalid } from '../../../kernel/problem.ts';
import { csvHead } from '../../../kernel/typed-text/csv-head.ts';
import { normalizeColumn } from './cells.ts';
import type { Cells } from './row.ts';

/** A file with known columns, whose rows are parsed on demand. */
export interface ReadFile {
  columns: readonly string[];
  rows: () => AsyncIterable<Cells>;
}

const longestCell = 64 * 1024;
/**
 * Bytes parsed and records yielded before the event loop can run. A one-character row takes the parser 50 µs
 * if it has fewer columns than the first.
 */
const batchSize = 512;

/** Opens a CSV or JSON file of links. Throws a `Problem` for other files. */
export async function parseFile(file: Buffer): Promise<ReadFile> {
  const content = toUtf8(file);
  if (!isUtf8(content) || content.includes(0))
    throw invalid('file', t('The file is not UTF-8 text. Save it as CSV (UTF-8) or JSON.'));
  const head = content.subarray(0, 2048).toString();
  const start = head.replace(/^[\s\uFEFF]+/, '');
  if (start === '') throw invalid('file', t('The file is empty'));
  return /^[[{]/.test(start) ? readJson(content) : openCsv(content, head);
}

function openCsv(content: Buffer, head: string): Promise<ReadFile> {
  const { delimiter, skipped } = csvHead(head, [',', ';', '\t']);
  return getCsv(content.subarray(Buffer.byteLength(head.slice(0, skipped))), delimiter);
}

/** Spreadsheets save “Unicode text” as UTF-16, which begins with a byte order mark. */
function toUtf8(content: Buffer): Buffer {
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[content.toString('hex', 0, 2)];
  if (encoding === undefined) return content;
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(content));
  } catch {
    // Not text at all, which the caller reports.
    return content;
  }
}

async function getCsv(content: Buffer, delimiter: string): Promise<ReadFile> {
  const options = {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestCell,
  };
  const open = () => {
    const chunks = async function* () {
      for (let at = 0; at < content.length; at += batchSize) {
        yield content.subarray(at, at + batchSize);
        await setImmediate();
      }
    };
    return Readable.from(chunks()).pipe(parse(options));
  };
  const lines = async function* (): AsyncGenerator<string[]> {
    try {
      for await (const line of open()) yield line as string[];
    } catch (error) {
      throw invalid(
        'file',
        t('The file cannot be read as CSV: {message}', { message: (error as Error).message }),
      );
    }
  };
  let columns: string[] = [];
  for await (const line of lines()) {
    columns = line.map((column) => column.trim());
    break;
  }
  return {
    columns: columns.filter(Boolean),
    rows: async function* () {
      let isFirst = true;
      for await (const line of lines()) {
        if (!isFirst)
          yield Object.fromEntries(columns.map((column, at) => [normalizeColumn(column), line[at] ?? '']));
        isFirst = false;
      }
    },
  };
}

/** Accepts a list of records, either at the top level or under the key that other services use. */
function readJson(content: Buffer): ReadFile {
  const records = recordsIn(parseTyped(content.toString().replace(/^\u{feff}/u, '')));
  const columns = [...new Set(records.slice(0, 100).flatMap((record) => Object.keys(record)))];
  return {
    columns,
    rows: async function* () {
      for (const [index, record] of records.entries()) {
        if (index % batchSize === 0) await setImmediate();
        yield Object.fromEntries(cellsOf(record));
      }
    },
  };
}

function parseTyped(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw invalid(
      'file',
      t('The file cannot be read as JSON: {message}', { message: (error as Error).message }),
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
  throw invalid('file', t('The file does not contain a list of links'));
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
