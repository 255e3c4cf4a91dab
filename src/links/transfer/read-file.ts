import { parse } from 'csv-parse';
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { invalid } from '../../kernel/problem.ts';
import { plain } from './formats.ts';
import type { Cells } from './row.ts';

/** A file whose columns are known; its rows are read as they are asked for. */
export interface ReadFile {
  columns: readonly string[];
  rows: () => AsyncIterable<Cells>;
}

const longestCell = 64 * 1024;

/** Opens a CSV or JSON file of links; a `Problem` when it is neither. */
export async function readFile(content: Buffer): Promise<ReadFile> {
  if (!isUtf8(content) || content.includes(0))
    throw invalid('file', 'The file is not text in UTF-8; save it as CSV (UTF-8) or JSON');
  const start = content.subarray(0, 2048).toString().trimStart().replace(/^\u{feff}/u, '').trimStart(); // prettier-ignore
  if (start === '') throw invalid('file', 'The file is empty');
  return /^[[{]/.test(start) ? readJson(content) : readCsv(content, delimiterOf(start));
}

/** The sign that parts the columns: whichever stands in the first line most often. */
function delimiterOf(start: string): string {
  const line = start.split(/\r?\n/, 1)[0] ?? '';
  const count = (sign: string) => line.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

async function readCsv(content: Buffer, delimiter: string): Promise<ReadFile> {
  const options = {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestCell,
  };
  const open = () => {
    const chunks = function* () {
      for (let at = 0; at < content.length; at += longestCell) yield content.subarray(at, at + longestCell);
    };
    return Readable.from(chunks()).pipe(parse(options));
  };
  const lines = async function* (): AsyncGenerator<string[]> {
    try {
      for await (const line of open()) yield line as string[];
    } catch (error) {
      throw invalid('file', `The file cannot be read as CSV: ${(error as Error).message}`);
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
        if (!isFirst) yield Object.fromEntries(columns.map((column, at) => [plain(column), line[at] ?? '']));
        isFirst = false;
      }
    },
  };
}

/** A list of records, by itself or under the key that the exports of other services have it under. */
function readJson(content: Buffer): ReadFile {
  const records = recordsIn(parseJson(content.toString().replace(/^\u{feff}/u, '')));
  const columns = [...new Set(records.slice(0, 100).flatMap((record) => Object.keys(record)))];
  return {
    columns,
    rows: () =>
      Readable.from(
        records.map((record) =>
          Object.fromEntries(Object.entries(record).map(([name, value]) => [plain(name), textOf(value)])),
        ),
      ) as AsyncIterable<Cells>,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw invalid('file', `The file cannot be read as JSON: ${(error as Error).message}`);
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
  throw invalid('file', 'The file has no list of links in it');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : `${value as number | boolean}`;
}
