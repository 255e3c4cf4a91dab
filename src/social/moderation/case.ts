import type { ReportSubject } from './report.ts';

/** What a case can be about: what is reported, and what is held. */
export type CaseSubject = ReportSubject | 'term';

/** What a moderator decides: leave it or let it through, keep it from sight, take it away, warn or suspend its author. */
export const decisions = ['approve', 'hide', 'remove', 'warn', 'suspend'] as const;
export type Decision = (typeof decisions)[number];

/** What the audit log calls a decision of that kind. */
export const decisionWords: Readonly<Record<Decision, string>> = {
  approve: 'approved',
  hide: 'hid',
  remove: 'removed',
  warn: 'warned the author',
  suspend: 'suspended the author',
};

/** Those that somebody may appeal against. */
export const appealable: readonly Decision[] = ['hide', 'remove', 'warn', 'suspend'];
