import { type AuditFinding, unable, type AuditVerdict } from '../../audit.ts';
import { finalUrl, headerOf, isAnswer } from '../../visit.ts';
import type { SiteResponse, AuditClient, FailedRequest, SiteVisit } from '../../visit.ts';

export interface HeaderFacts {
  /** The page, requested cross-origin with credentials. */
  crossOrigin: SiteResponse | FailedRequest;
  securityText: SiteResponse | FailedRequest;
}

export type Headers = HeaderFacts & { visit: SiteVisit };

export const foreignOrigin = 'https://audit.invalid';

export async function gatherHeaders(ask: AuditClient, visit: SiteVisit): Promise<HeaderFacts> {
  const end = finalUrl(visit);
  const [crossOrigin, securityText] = await Promise.all([
    ask.fetch(end.href, { headers: { origin: foreignOrigin }, max: 1024, anyCertificate: true }),
    ask.fetch(new URL('/.well-known/security.txt', end).href, { max: 32 * 1024, anyCertificate: true }),
  ]);
  return { crossOrigin, securityText };
}

/** Checks the page's response. Returns `unable` if there is none. */
export const withAnswer =
  (judge: (answer: SiteResponse, facts: Headers) => AuditVerdict) =>
  (facts: Headers): AuditVerdict => {
    const { answer } = facts.visit;
    return isAnswer(answer) ? judge(answer, facts) : unable(answer.problem.message);
  };

/** Checks one header, with an empty value if it is missing. */
export const withHeader = (name: string, judge: (value: string, facts: Headers) => AuditVerdict) =>
  withAnswer((answer, facts) => judge(headerOf(answer, name), facts));

/**
 * Returns a verdict of the HTTP Observatory: `change` is added to the initial 100 points. A change of `worst`
 * or below fails.
 */
export function modifier(change: number, evidence: string, fix = '', worst = -20): AuditVerdict {
  const status = change >= 0 ? 'pass' : change > worst ? 'warn' : 'fail';
  return { status, evidence: evidence.slice(0, 500), fix: change < 0 ? fix : '', modifier: change };
}

/** Starts at 100. Bonuses count only if at most 10 points were lost. */
export function observatoryScore(findings: readonly Pick<AuditFinding, 'modifier'>[]): number {
  const changes = findings.flatMap((each) => each.modifier ?? []);
  const sum = (part: number[]) => part.reduce((whole, change) => whole + change, 0);
  const lost = 100 + sum(changes.filter((change) => change < 0));
  const whole = lost >= 90 ? lost + sum(changes.filter((change) => change > 0)) : lost;
  return Math.min(100, Math.max(0, whole));
}
