import type { Finding, Verdict } from '../../audit.ts';

/**
 * Returns a verdict of the HTTP Observatory: `change` is added to the initial 100 points. A change of `worst`
 * or below fails.
 */
export function modifier(change: number, evidence: string, fix = '', worst = -20): Verdict {
  const status = change >= 0 ? 'pass' : change > worst ? 'warn' : 'fail';
  return { status, evidence: evidence.slice(0, 500), fix: change < 0 ? fix : '', modifier: change };
}

/** Starts at 100. Bonuses count only if at most 10 points were lost. */
export function observatoryScore(findings: readonly Pick<Finding, 'modifier'>[]): number {
  const changes = findings.flatMap((each) => each.modifier ?? []);
  const sum = (part: number[]) => part.reduce((whole, change) => whole + change, 0);
  const lost = 100 + sum(changes.filter((change) => change < 0));
  const whole = lost >= 90 ? lost + sum(changes.filter((change) => change > 0)) : lost;
  return Math.min(100, Math.max(0, whole));
}
