import type { Asker } from './ask.ts';
import type { Visit } from './visit.ts';

export type Status = 'pass' | 'warn' | 'fail' | 'na' | 'unable';
export type CategoryId = 'tls' | 'headers' | 'protocol' | 'seo' | 'agents';

/** The result of a check: evidence and advice. */
export interface Verdict {
  status: Status;
  evidence: string;
  fix: string;
  /** Points that the HTTP Observatory adds or subtracts. */
  modifier?: number;
}

/** A check of a website, evaluated from facts only. */
export interface Check<Facts> {
  id: string;
  title: string;
  /** Weight within its category. 0 is informational. */
  weight: number;
  /** Link to documentation. */
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

/** Checks that share facts. */
export interface Category<Facts> {
  id: CategoryId;
  title: string;
  /** Weight within the total score. */
  weight: number;
  gather: (ask: Asker, visit: Visit) => Promise<Facts>;
  checks: readonly Check<Facts & { visit: Visit }>[];
  /** Set if the score is not the mean of the checks. */
  score?: (findings: readonly Finding[]) => number;
}

export interface CategoryReport {
  id: CategoryId;
  title: string;
  /** 0 to 100, or null if nothing could be checked. */
  score: number | null;
  grade: string;
}

export interface Report {
  url: string;
  /** The address after redirects. */
  final_url: string;
  audited_at: string;
  score: number;
  grade: string;
  /** The reason for a capped score, or empty. */
  capped: string;
  categories: CategoryReport[];
  checks: Finding[];
  requests: number;
}
