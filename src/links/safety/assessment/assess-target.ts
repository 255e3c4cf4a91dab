import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { assess } from './assess.ts';
import { gatherFacts } from './gather-facts.ts';
import { reasonText, type RuleName } from './rule.ts';
import { parseTargetParts } from './target.ts';

/**
 * Columns of a link: whether visitors are warned, and whether the redirects of its destination must be
 * checked.
 */
export interface Assessment {
  held_at: Date | null;
  held_for: RuleName | null;
  target_check_due_at: Date | null;
}

/**
 * Assesses the destination of a new or changed link. The result is stored on the link. Throws a `Problem` at
 * `field` for a blocked URL.
 */
export async function assessTarget(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  url: string,
  field = 'url',
): Promise<Assessment> {
  const target = parseTargetParts(url);
  // App URLs do not lead to a website.
  if (!target) return { held_at: null, held_for: null, target_check_due_at: null };
  const facts = await gatherFacts(app, target);
  if (facts.isOurs) throw invalid(field, t('“{name}” points to this service', { name: target.name }));
  const [worst] = assess(target, facts);
  if (worst?.outcome === 'refuse')
    throw invalid(
      field,
      t('{reason}. Contact us if this is a mistake.', { reason: reasonText(worst.reason) }),
    );
  const now = app.clock.now();
  return {
    held_at: worst ? now : null,
    held_for: worst?.rule ?? null,
    target_check_due_at: now,
  };
}
