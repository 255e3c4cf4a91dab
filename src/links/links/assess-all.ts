import type { App } from '../../platform/app.ts';
import { assessTarget, type Assessment, type KnownFacts } from '../safety/assessment.ts';

/**
 * Assesses every destination of a link, the most important first. Throws a `Problem` at the field of a
 * blocked one. A link with a suspicious one is held for review.
 */
export async function assessAll(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  targets: readonly { field: string; to: string }[],
  known?: KnownFacts,
): Promise<Partial<Assessment>> {
  let own: Partial<Assessment> = {};
  let held: Partial<Assessment> = {};
  for (const [to, field] of new Map(targets.toReversed().map(({ field, to }) => [to, field]))) {
    const { target_check_due_at, ...found } = await assessTarget(app, to, field, known);
    // Only the main destination is checked through its redirects.
    if (field === 'url') own = { ...found, target_check_due_at };
    else if (found.held_at) held = found;
  }
  return own.held_at ? own : { ...own, ...held };
}
