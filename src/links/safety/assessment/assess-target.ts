import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { assess } from './assess.ts';
import { gatherAllFacts, gatherFacts } from './gather-facts.ts';
import { reasonText, type Facts, type RuleName } from './rule.ts';
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

/** Facts about destinations, by URL. */
export type KnownFacts = ReadonlyMap<string, Facts>;

/** Loads the facts about many destinations for `assessTarget`, in one query. */
export async function gatherKnownFacts(
  app: Pick<App, 'db' | 'config'>,
  urls: readonly string[],
): Promise<KnownFacts> {
  const targets = urls.map(parseTargetParts).filter((target) => target !== undefined);
  const facts = await gatherAllFacts(app, targets);
  return new Map(facts.map((of, at) => [targets[at]?.url ?? '', of]));
}

/**
 * Assesses the destination of a new or changed link. The result is stored on the link. Throws a `Problem` at
 * `field` for a blocked URL.
 */
export async function assessTarget(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  url: string,
  field = 'url',
  known?: KnownFacts,
): Promise<Assessment> {
  const target = parseTargetParts(url);
  // App URLs do not lead to a website.
  if (!target) return { held_at: null, held_for: null, target_check_due_at: null };
  const facts = known?.get(url) ?? (await gatherFacts(app, target));
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
