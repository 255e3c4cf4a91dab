import type { AuditAction } from '../../identity/operators/audit-actions.ts';
import type { ReportSubject } from './report.ts';

/** What a case can be about: what is reported, and what is held. */
export type CaseSubject = ReportSubject | 'term';

/** What a moderator decides: leave it or let it through, keep it from sight, take it away, warn or suspend its author. */
export const decisions = ['approve', 'hide', 'remove', 'warn', 'suspend'] as const;
export type Decision = (typeof decisions)[number];

/** What the audit log calls a decision of that kind. */
export const decisionActions: Readonly<Record<Decision, AuditAction>> = {
  approve: 'content.approve',
  hide: 'content.hide',
  remove: 'content.remove',
  warn: 'content.warn',
  suspend: 'content.suspend',
};

/** Those that somebody may appeal against. */
export const appealable: readonly Decision[] = ['hide', 'remove', 'warn', 'suspend'];
