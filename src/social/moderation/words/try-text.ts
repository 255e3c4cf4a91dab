import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { gatherFacts } from '../gather-facts.ts';
import { rules } from '../moderate.ts';
import type { Submission } from '../submission.ts';
import { decide } from '../verdict.ts';

/** The verdict on a text, with its rule and reason. */
export interface Trial {
  outcome: 'allow' | 'hold' | 'refuse';
  rule: string;
  detail: string;
  score: number | null;
}

/** Tests a text as if written by an average member. Stores nothing. */
export async function tryText(app: App, moderator: Viewer, text: string): Promise<Trial> {
  const submission: Submission = { subject: 'post', kind: 'post', title: '', text };
  const gathered = await gatherFacts(app, moderator, submission);
  const facts = { ...gathered, trust: 'basic', spent: [], approvedCount: 0, reviewedFirstPosts: 0 } as const;
  const verdict = decide(rules, submission, facts);
  const { score } = facts.spam;
  if (verdict.outcome === 'allow') return { outcome: 'allow', rule: '', detail: '', score };
  const detail = verdict.outcome === 'refuse' ? verdict.problem.message : verdict.detail;
  return { outcome: verdict.outcome, rule: verdict.rule, detail, score };
}
