import type { FormatName, Mapping } from './formats.ts';

/** Links that come from a file: looked at first, then created by a job. */
export interface Import {
  /** Digits. */
  id: string;
  fileName: string;
  format: FormatName;
  mapping: Mapping;
  /** What happens to a row whose alias is taken: skipped, or given another alias. */
  duplicates: 'skip' | 'rename';
  /** 0: not read yet. */
  rowCount: number;
  /** The row that is taken next, from 1. */
  nextRow: number;
  created: number;
  refused: number;
  /** Counts changes of how it is read. */
  reading: number;
  /** Whether what it would do is known. */
  isChecked: boolean;
  /** Why it cannot be imported. */
  problem: string | null;
  createdAt: Date;
  /** Null: only looked at so far. */
  startedAt: Date | null;
  finishedAt: Date | null;
}
