import type { FormatName, Mapping } from './formats.ts';

/** Links that come from a file: looked at first, then made by a job. */
export interface Import {
  /** Digits. */
  id: string;
  fileName: string;
  format: FormatName;
  mapping: Mapping;
  /** What becomes of a row whose alias is taken: left out, or given another alias. */
  duplicates: 'skip' | 'rename';
  rowCount: number;
  /** The row that is taken next, from 1. */
  nextRow: number;
  made: number;
  refused: number;
  createdAt: Date;
  /** Null: only looked at so far. */
  startedAt: Date | null;
  finishedAt: Date | null;
}

export const mostBytes = 20 * 1024 * 1024;
/** More in one file would keep a person waiting too long to be told what is wrong with it. */
export const mostRows = 200_000;
