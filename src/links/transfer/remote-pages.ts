import { isRecord, parseJson } from '../../kernel/json.ts';
import { sandboxTask } from '../../platform/sandbox/task.ts';
import { type RemotePage, type SourceName, sources } from './sources.ts';

interface Answer {
  from: SourceName;
  rest: string;
  pages: number;
  answer: Uint8Array;
}

/** A page of links as JSON, and how many these are. */
export interface ReadPage extends Pick<RemotePage, 'total' | 'rest'> {
  content: string;
  count: number;
}

// What another service answers is parsed in a sandbox: it may be of strangers, and megabytes.
export const readPageTask = sandboxTask('links.read-page', () => Promise.resolve(readPage));
export const joinPagesTask = sandboxTask('links.join-pages', () => Promise.resolve(joinPages));

/** Returns undefined if this is not an answer of the service. */
function readPage({ from, rest, pages, answer }: Answer): ReadPage | undefined {
  const page = sources[from].read(parseAnswer(answer), { rest, pages });
  if (!page) return undefined;
  const { records, ...others } = page;
  return { ...others, content: JSON.stringify(records), count: records.length };
}

/** Returns undefined for what is no JSON. */
function parseAnswer(answer: Uint8Array): unknown {
  try {
    return parseJson(Buffer.from(answer).toString());
  } catch {
    return undefined;
  }
}

/** Joins pages to a file. Links that are on two pages are there once. */
function joinPages(pages: readonly string[]): { content: Uint8Array; count: number } {
  const records = pages.flatMap((content) => JSON.parse(content) as unknown[]);
  const byAddress = new Map(records.map((record, index) => [addressIn(record) ?? index, record]));
  return { content: Buffer.from(JSON.stringify({ urls: [...byAddress.values()] })), count: byAddress.size };
}

/** What identifies a record: it may be there twice, where others were added while the list was read. */
const addressIn = (record: unknown): string | undefined => {
  const { shorturl, shortLink, shortURL, id } = isRecord(record) ? record : {};
  const known = shorturl ?? shortLink ?? shortURL ?? id;
  return typeof known === 'string' || typeof known === 'number' ? String(known) : undefined;
};
