import type { FormatName, Mapping } from './formats.ts';

/** An import of links from a file: previewed first, then run by a job. */
export interface Import {
  /** Digits. */
  id: string;
  fileName: string;
  format: FormatName;
  mapping: Mapping;
  /** What happens to rows with a taken alias: they are skipped or get another alias. */
  duplicates: 'skip' | 'rename';
  /** 0: not parsed yet. */
  rowCount: number;
  /** The next row to import, starting at 1. */
  nextRow: number;
  created: number;
  refused: number;
  /** Incremented when the format or mapping changes. */
  reading: number;
  /** Whether links are being read from another service, how many there are so far, and in all. */
  isFetching: boolean;
  fetched: number;
  fetchTotal: number;
  /** Whether the preview is available. */
  isChecked: boolean;
  /** The reason why the file cannot be imported. */
  problem: string | null;
  createdAt: Date;
  /** Null: not started. */
  startedAt: Date | null;
  finishedAt: Date | null;
}
