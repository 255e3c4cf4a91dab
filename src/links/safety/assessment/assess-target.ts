import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { assess } from './assess.ts';
import { gatherFacts } from './gather-facts.ts';
import type { RuleName } from './rule.ts';
import { readTargetParts } from './target.ts';

/** Columns of a link that say whether visitors are warned, and whether the target is yet to be followed to its end. */
export interface Assessment {
  held_at: Date | null;
  held_for: RuleName | null;
  target_check_due_at: Date | null;
}

/**
 * Looks at where a link is to lead, when it is made or sent elsewhere; the answer is set on the link. A `Problem` at
 * `field` for an address that is not taken here.
 */
export async function assessTarget(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  url: string,
  field = 'url',
): Promise<Assessment> {
  const target = readTargetParts(url);
  // What an app opens is no site.
  if (!target) return { held_at: null, held_for: null, target_check_due_at: null };
  const facts = await gatherFacts(app, target);
  if (facts.isOurs) throw invalid(field, t('“{name}” points to this service', { name: target.name }));
  const [worst] = assess(target, facts);
  if (worst?.outcome === 'refuse')
    throw invalid(field, t('{reason}. Write to us if this is wrong.', { reason: worst.reason }));
  const now = app.clock.now();
  return {
    held_at: worst ? now : null,
    held_for: worst?.rule ?? null,
    target_check_due_at: now,
  };
}
