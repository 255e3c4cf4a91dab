import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { settleCase, type Settlement } from './settle-case.ts';

/**
 * Applies the same decision to several cases, each on its own. Returns the cases that failed, such as those
 * another moderator settled first.
 */
export async function settleCases(
  app: App,
  moderator: Viewer,
  ids: readonly string[],
  given: Settlement,
): Promise<{ done: string[]; left: Problem[] }> {
  const done: string[] = [];
  const left: Problem[] = [];
  for (const id of new Set(ids)) {
    try {
      await settleCase(app, moderator, id, given);
      done.push(id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      left.push(error);
    }
  }
  return { done, left };
}
