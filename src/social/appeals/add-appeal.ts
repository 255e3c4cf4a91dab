import { t } from '../../kernel/translation/translate.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { cleanText, isBlank } from '../../kernel/text.ts';
import { getDecision } from './get-decisions.ts';

export const longestAppeal = 2000;

/**
 * Appeals a decision for review by another moderator. Each decision can be appealed only once. The caller
 * must verify that the decision concerns the account.
 */
export async function addAppeal(app: App, accountId: string, caseId: string, typed: string): Promise<void> {
  const text = cleanText(typed, 'text', longestAppeal).trim();
  if (isBlank(text)) throw invalid('text', t('Explain why it should be reviewed again'));
  const { id } = await getDecision(app, caseId, accountId);
  const added = await app.db
    .insertInto('social.appeal')
    .values({ case_id: id, account_id: accountId, text, created_at: app.clock.now() })
    .onConflict((conflict) => conflict.column('case_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new Problem('conflict', t('You already appealed this decision'), { field: 'text' });
}
