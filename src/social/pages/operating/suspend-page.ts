import { t } from '../../../kernel/translation/translate.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { invalid, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import { cleanText, isBlank } from '../../../kernel/text.ts';
import { getPage } from '../get-page.ts';

export const longestSuspensionReason = 500;

/** Suspends a page with everything published on its behalf. The team sees the reason. */
export async function suspendPage(app: App, operator: Viewer, pageId: string, typed: string): Promise<void> {
  const { username } = await getShut(app, operator, pageId);
  const reason = cleanText(typed, 'reason', longestSuspensionReason);
  if (isBlank(reason)) throw invalid('reason', t('Enter a reason. The page’s team will see it.'));
  await inTransaction(app, async (app) => {
    await app.db
      .updateTable('social.page')
      .set({ suspended_at: app.clock.now(), suspended_reason: reason })
      .where('id', '=', pageId)
      .execute();
    await addAuditEntry(app, operator.id, 'page.suspend', `page ${pageId}`, `${username}: ${reason}`);
  });
}

/** Lifts the suspension of a page. No-op if it is not suspended. */
export async function unsuspendPage(app: App, operator: Viewer, pageId: string): Promise<void> {
  const { username, suspendedAt } = await getShut(app, operator, pageId);
  if (!suspendedAt) return;
  await inTransaction(app, async (app) => {
    await app.db
      .updateTable('social.page')
      .set({ suspended_at: null, suspended_reason: '' })
      .where('id', '=', pageId)
      .execute();
    await addAuditEntry(app, operator.id, 'page.reinstate', `page ${pageId}`, username);
  });
}

function getShut(app: App, operator: Viewer, id: string) {
  if (!may(operator, 'operate')) throw new Problem('forbidden', t('Only operators can do that'));
  return getPage(app, operator, { id });
}
