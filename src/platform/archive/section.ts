import type { RawBuilder } from 'kysely';
import { isPath } from '../files/path.ts';

/** One kind of thing in somebody's archive: a file of JSON, and pages that show the same. */
export interface ArchiveSection {
  /** Of its files, in lower case with hyphens. */
  name: string;
  title: string;
  /** A sentence that says what is in it. */
  about: string;
  /** In order; columns are called as people are to read them: `"writtenAt"`. Null and empty ones are omitted. */
  rows: RawBuilder<Record<string, unknown>>;
  /**
   * Columns with the path of a stored file, or a list of things with one as `file`. Never what people type: that may
   * name others' files.
   */
  files?: readonly string[];
}

export type ArchiveRow = Readonly<Record<string, unknown>>;

/** A row as it is shown. `addFile` hears of each stored file in it. */
export function toArchiveRow(
  { files = [] }: ArchiveSection,
  row: Record<string, unknown>,
  addFile: (path: string) => void,
): ArchiveRow {
  const place = (path: unknown) => {
    if (typeof path !== 'string' || !isPath(path)) return undefined;
    addFile(path);
    return placeOfFile(path);
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

/** Where a stored file is in the archive. */
export const placeOfFile = (path: string) => `files/${path}`;

/** Without what is empty, times as ISO 8601 has them, names of fields as in JavaScript. */
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
