import type { AuditAction } from '../../identity/operators/audit-actions.ts';
import type { ReportSubject } from './report.ts';

/** Subjects of a case: reported or held content. */
export type CaseSubject = ReportSubject | 'term';

/** A moderator's decisions: approve, hide, remove, warn or suspend the author. */
export const decisions = ['approve', 'hide', 'remove', 'warn', 'suspend'] as const;
export type Decision = (typeof decisions)[number];

/** The audit action of each decision. */
export const decisionActions: Readonly<Record<Decision, AuditAction>> = {
  approve: 'content.approve',
  hide: 'content.hide',
  remove: 'content.remove',
  warn: 'content.warn',
  suspend: 'content.suspend',
};

/** Decisions that can be appealed. */
export const appealable: readonly Decision[] = ['hide', 'remove', 'warn', 'suspend'];
