import type { App } from '../../platform/app.ts';
import { assessTarget, type Assessment } from '../safety/assessment/assess-target.ts';

/**
 * Looks at every address that a link may lead to, the most important first. A `Problem` at its field for one that is not
 * taken here; a link with one that visitors must be warned of is held for it.
 */
export async function assessAll(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  targets: readonly { field: string; to: string }[],
): Promise<Partial<Assessment>> {
  let own: Partial<Assessment> = {};
  let held: Partial<Assessment> = {};
  for (const [to, field] of new Map(targets.toReversed().map(({ field, to }) => [to, field]))) {
    const { target_check_due_at, ...found } = await assessTarget(app, to, field);
    // Only the link's own address is followed to its end.
    if (field === 'url') own = { ...found, target_check_due_at };
    else if (found.held_at) held = found;
  }
  return own.held_at ? own : { ...own, ...held };
}
