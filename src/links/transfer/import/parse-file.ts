import { msg, invalid } from '../../../kernel/problem.ts';
import { parse } from 'csv-parse';
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { csvHead, normalizeColumn } from '../../../kernel/typed-text/csv-head.ts';
import type { App } from '../../../platform/app.ts';
import { runSandboxed } from '../../../platform/sandbox/sandbox.ts';
import { jsonRowsTask, longestCell } from './json-rows.ts';
import type { Cells } from './import.ts';

/** A file with known columns, whose rows are parsed on demand. */
export interface ReadFile {
  columns: readonly string[];
  rows: () => AsyncIterable<Cells>;
}

/**
 * Bytes parsed and records yielded before the event loop can run. A one-character row takes the parser 50 µs
 * if it has fewer columns than the first.
 */
const batchSize = 512;

/** Opens a CSV or JSON file of links of an account. Throws a `Problem` for other files. */
export async function parseFile(
  app: Pick<App, 'config' | 'log'>,
  owner: string,
  file: Buffer,
): Promise<ReadFile> {
  const content = toUtf8(file);
  if (!isUtf8(content) || content.includes(0))
    throw invalid('file', msg('The file is not UTF-8 text. Save it as CSV (UTF-8) or JSON.'));
  const head = content.subarray(0, 2048).toString();
  const start = head.replace(/^[\s\uFEFF]+/, '');
  if (start === '') throw invalid('file', msg('The file is empty'));
  return /^[[{]/.test(start) ? openJson(app, owner, content) : openCsv(content, head);
}

function openCsv(content: Buffer, head: string): Promise<ReadFile> {
  const { delimiter, skipped } = csvHead(head, [',', ';', '\t']);
  return readCsv(content.subarray(Buffer.byteLength(head.slice(0, skipped))), delimiter);
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
        msg('The file cannot be read as CSV: {message}', { message: (error as Error).message }),
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

/** Opens a JSON file. It is parsed in a sandbox, which returns its rows as lines. */
async function openJson(app: Pick<App, 'config' | 'log'>, owner: string, content: Buffer): Promise<ReadFile> {
  const turn = { class: 'members', owner, seconds: 10, field: 'file' } as const;
  const { columns, lines: bytes } = await runSandboxed(app, jsonRowsTask, content, turn);
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    columns,
    rows: async function* () {
      let row = 0;
      for (let at = 0; at < lines.length; row += 1) {
        if (row % batchSize === 0) await setImmediate();
        const end = lines.indexOf(10, at);
        yield JSON.parse(lines.toString('utf8', at, end)) as Cells;
        at = end + 1;
      }
    },
  };
}
