import type { AuditClient, SiteVisit } from './visit.ts';

export type Status = 'pass' | 'warn' | 'fail' | 'na' | 'unable';
export type CategoryId = 'tls' | 'headers' | 'protocol' | 'seo' | 'agents';

/** The result of a check: evidence and advice. */
export interface AuditVerdict {
  status: Status;
  evidence: string;
  fix: string;
  /** Points that the HTTP Observatory adds or subtracts. */
  modifier?: number;
}

/** A check of a website, evaluated from facts only. */
export interface AuditCheck<Facts> {
  id: string;
  title: string;
  /** Weight within its category. 0 is informational. */
  weight: number;
  /** Link to documentation. */
  ref: string;
  run: (facts: Facts) => AuditVerdict;
}

export interface AuditFinding extends AuditVerdict {
  id: string;
  category: CategoryId;
  title: string;
  weight: number;
  ref: string;
}

/** Checks that share facts. */
export interface AuditCategory<Facts> {
  id: CategoryId;
  title: string;
  /** Weight within the total score. */
  weight: number;
  gather: (ask: AuditClient, visit: SiteVisit) => Promise<Facts>;
  checks: readonly AuditCheck<Facts & { visit: SiteVisit }>[];
  /** Set if the score is not the mean of the checks. */
  score?: (findings: readonly AuditFinding[]) => number;
}

export interface CategoryReport {
  id: CategoryId;
  title: string;
  /** 0 to 100, or null if nothing could be checked. */
  score: number | null;
  grade: string;
}

export interface AuditReport {
  url: string;
  /** The address after redirects. */
  final_url: string;
  audited_at: string;
  score: number;
  grade: string;
  /** The reason for a capped score, or empty. */
  capped: string;
  categories: CategoryReport[];
  checks: AuditFinding[];
  requests: number;
}

/** Evidence and advice are normalized to sentences, whatever they contain from the site. */
const max = 500;
const verdict =
  (status: AuditVerdict['status']) =>
  (evidence: string, fix = ''): AuditVerdict => ({ status, evidence: evidence.slice(0, max), fix });

export const pass = verdict('pass');
export const warn = verdict('warn');
export const fail = verdict('fail');
/** The check does not apply to this site. */
export const na = verdict('na');
/** The check could not be run, and does not count. */
export const unable = verdict('unable');

/** `a, b, c and 4 more`. */
export function listShort(items: readonly string[], max = 3): string {
  const shown = items.slice(0, max).map((item) => (item.length > 100 ? `${item.slice(0, 100)}…` : item));
  const rest = items.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** The grades of the HTTP Observatory. */
const grades: readonly (readonly [number, string])[] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
];

const gradeOf = (score: number): string => grades.find(([min]) => score >= min)?.[1] ?? 'F';

const worth: Partial<Record<AuditFinding['status'], number>> = { pass: 1, warn: 0.5, fail: 0 };

/**
 * Returns the weighted mean of the checks, 0 to 100. Checks that do not apply or could not be run are
 * omitted.
 */
function meanOf(findings: readonly Pick<AuditFinding, 'status' | 'weight'>[]): number | null {
  const counted = findings.filter(({ status, weight }) => weight > 0 && worth[status] !== undefined);
  const whole = counted.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return null;
  return (100 * counted.reduce((sum, { status, weight }) => sum + weight * (worth[status] ?? 0), 0)) / whole;
}

/** Maximum score of a site without valid HTTPS, or of a category whose purpose is defeated. */
const highestCapped = 49;

export function scoreCategory(
  {
    id,
    title,
    score = meanOf,
  }: Pick<AuditCategory<never>, 'id' | 'title'> & {
    score?: (findings: readonly AuditFinding[]) => number | null;
  },
  findings: readonly AuditFinding[],
): CategoryReport {
  const whole = score(findings);
  const isHidden = findings.some(({ id, status }) => id === 'crawlable' && status === 'fail');
  const rounded = whole === null ? null : Math.round(isHidden ? Math.min(whole, highestCapped) : whole);
  return { id, title, score: rounded, grade: rounded === null ? '–' : gradeOf(rounded) };
}

interface Total {
  score: number;
  grade: string;
  capped: string;
}

/** Returns the weighted mean of the categories. A site without valid HTTPS gets at most 49. */
export function scoreSite(
  categories: readonly (CategoryReport & { weight: number })[],
  findings: readonly AuditFinding[],
): Total {
  const counted = categories.filter((each) => each.score !== null);
  const whole = counted.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const mean = Math.round(counted.reduce((sum, { weight, score }) => sum + weight * (score ?? 0), 0) / whole);
  const isUnsafe = findings.some(({ id, status }) => id === 'https' && status === 'fail');
  const score = isUnsafe ? Math.min(mean, highestCapped) : mean;
  const capped = score < mean ? `Without valid HTTPS, a site scores at most ${highestCapped}.` : '';
  return { score, grade: gradeOf(score), capped };
}
