import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { settleCase, type Settlement } from './settle-case.ts';

/** Decides the same about several, each for itself; what another moderator was faster with is left, and said. */
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
