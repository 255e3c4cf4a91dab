import type { CaseSubject, Decision } from '../../moderation/case.ts';

/** A decision as its author sees it, and the outcome of their appeal. */
export interface DecisionAgainst {
  /** The case. */
  id: string;
  subject: CaseSubject;
  /** A post's kind, or else the subject. */
  kind: string;
  /** The beginning of what it says; empty: it is about the person. */
  excerpt: string;
  decision: Decision;
  /** Under which reason; null: none was given. */
  category: string | null;
  /** The moderator's message to them. */
  message: string;
  at: Date;
  suspendedUntil: Date | null;
  appeal: Appeal | null;
}

interface Appeal {
  id: string;
  text: string;
  at: Date;
  outcome: 'granted' | 'declined' | null;
  answer: string;
}
