import type { Asker } from './ask.ts';
import type { Visit } from './visit.ts';

export type Status = 'pass' | 'warn' | 'fail' | 'na' | 'unable';
export type CategoryId = 'tls' | 'headers' | 'protocol' | 'seo' | 'agents';

/** What came of one check: what was seen, and how to put it right. */
export interface Verdict {
  status: Status;
  evidence: string;
  fix: string;
  /** What the HTTP Observatory adds or takes for it. */
  modifier?: number;
}

/** One question about a website, answered from facts alone. */
export interface Check<Facts> {
  id: string;
  title: string;
  /** Share of its category; 0: told, and not counted. */
  weight: number;
  /** Where to read about it. */
  ref: string;
  run: (facts: Facts) => Verdict;
}

export interface Finding extends Verdict {
  id: string;
  category: CategoryId;
  title: string;
  weight: number;
  ref: string;
}

/** Checks that need the same facts. */
export interface Category<Facts> {
  id: CategoryId;
  title: string;
  /** Share of the whole. */
  weight: number;
  gather: (ask: Asker, visit: Visit) => Promise<Facts>;
  checks: readonly Check<Facts & { visit: Visit }>[];
  /** Where the score is another than the mean of the checks. */
  score?: (findings: readonly Finding[]) => number;
}

export interface CategoryReport {
  id: CategoryId;
  title: string;
  /** 0 to 100; null when nothing could be checked. */
  score: number | null;
  grade: string;
}

export interface Report {
  url: string;
  /** Where redirects ended. */
  final_url: string;
  audited_at: string;
  score: number;
  grade: string;
  /** Why the score is lower than its categories say; empty: it is not. */
  capped: string;
  categories: CategoryReport[];
  checks: Finding[];
  requests: number;
}
