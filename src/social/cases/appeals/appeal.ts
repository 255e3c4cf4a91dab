import type { CaseSubject, Decision } from '../../moderation/case.ts';

/** A decision as its author sees it, and the outcome of their appeal. */
export interface DecisionAgainst {
  /** The case ID. */
  id: string;
  subject: CaseSubject;
  /** The kind of the post, or else the subject. */
  kind: string;
  /** Excerpt of the content. Empty if the decision concerns the person. */
  excerpt: string;
  decision: Decision;
  /** The category of the decision, if one was given. */
  category: string | null;
  /** The moderator's message to the author. */
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
