import type { Finding, Verdict } from '../../audit.ts';

/** A result of the HTTP Observatory: `change` is what it adds to a site's 100 points. From `worst` on it is a failure. */
export function modifier(change: number, evidence: string, fix = '', worst = -20): Verdict {
  const status = change >= 0 ? 'pass' : change > worst ? 'warn' : 'fail';
  return { status, evidence: evidence.slice(0, 500), fix: change < 0 ? fix : '', modifier: change };
}

/** From 100; what is added counts only where no more than 10 were lost. */
export function observatoryScore(findings: readonly Pick<Finding, 'modifier'>[]): number {
  const changes = findings.flatMap((each) => each.modifier ?? []);
  const sum = (part: number[]) => part.reduce((whole, change) => whole + change, 0);
  const lost = 100 + sum(changes.filter((change) => change < 0));
  const whole = lost >= 90 ? lost + sum(changes.filter((change) => change > 0)) : lost;
  return Math.min(100, Math.max(0, whole));
}
