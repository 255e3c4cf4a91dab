import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { toStorable } from '../../kernel/text.ts';

/** Something in an archive that is imported, or that is not for a reason. */
export interface ArchiveEntry {
  kind: string;
  /** The address of a post there, or the name of a person. */
  source: string;
  /** Another address that it had. */
  also?: string;
  content?: object;
  /** Why it cannot be imported. */
  reason?: string;
}

/** The files of an archive that are read, and the folder for their entries. */
export interface ReadJob {
  files: Readonly<Record<string, string>>;
  folder: string;
}

export interface ReadArchive {
  /** Such as `ada@social.example` or `https://forum.example`. Empty if the archive does not say. */
  from: string;
  /** Files with an entry on each line, in the order in which they are imported. */
  lists: string[];
  /** The program, if its files do not say it. */
  format?: string;
}

/** Longer addresses are cut, because they are indexed. Addresses of sites have at most some hundred characters. */
const longestSource = 600;
/** Longer texts are cut, and not imported with a reason, because they are too long here as well. */
export const longestContent = 200_000;
/** Of all lists together. */
const largestLists = 4 * 1024 ** 3;
const maxEntries = 100_000;
export const maxOfCommunity = 2_000_000;
const buffered = 64 * 1024;

/** Writes lists of entries, which can be larger than memory. Call `end` once. */
export function openLists<Name extends string>(folder: string, names: readonly Name[], max = maxEntries) {
  const open = names.map((name) => ({ name, file: join(folder, name), text: '' }));
  const files = new Map(open.map((list) => [list.name, { ...list, descriptor: openSync(list.file, 'w') }]));
  let [count, length] = [0, 0];
  return {
    add(name: Name, entry: ArchiveEntry): void {
      count += 1;
      if (count > max)
        throw invalid('file', msg('An archive can have at most {maxEntries} entries', { maxEntries: max }));
      const list = files.get(name);
      if (!list) return;
      const line = `${JSON.stringify(bounded(entry), storable)}\n`;
      length += line.length;
      if (length > largestLists) throw invalid('file', msg('The archive contains too much'));
      list.text += line;
      if (list.text.length > buffered) flush(list);
    },
    end(): string[] {
      for (const list of files.values()) {
        flush(list);
        closeSync(list.descriptor);
      }
      return open.map(({ file }) => file);
    },
  };

  function flush(list: { descriptor: number; text: string }) {
    writeSync(list.descriptor, list.text);
    list.text = '';
  }
}

const bounded = ({ source, also, ...entry }: ArchiveEntry): ArchiveEntry => ({
  ...entry,
  source: source.slice(0, longestSource),
  ...(also !== undefined && also.length <= longestSource && { also }),
});

/** The database refuses NUL and halves of characters, as other programs have them and texts that are cut. */
const storable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? toStorable(value.slice(0, longestContent)) : value;

/** Posts have at most some hundred kilobytes. */
const longestLine = 8 * 1024 ** 2;

/** Lines end with a line feed only: texts have other separators of lines in them. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const rest = chunk.subarray(from, at);
      yield begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
      begun = [];
      length = 0;
      from = at + 1;
    }
    if (from === chunk.length) continue;
    length += chunk.length - from;
    if (length > longestLine) throw invalid('file', msg('The archive contains too much'));
    begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

const largestText = 128 * 1024 ** 2;

/** Reads a file that is needed as a whole. */
export function readBounded(path: string): string {
  if (statSync(path).size > largestText)
    throw new Problem('too-large', msg('The archive contains too much'), { field: 'file' });
  return readFileSync(path, 'utf8');
}

/** Compares dates of the same form. Equal ones stay in their order. */
export const compareTimes = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
