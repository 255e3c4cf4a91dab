import { t } from '../../../kernel/translation/translate.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Outcome } from '../assessment/rule.ts';
import { rules } from './rules.ts';

/** Sets the outcome of a rule. */
export async function setRule(
  app: App,
  operator: Pick<Viewer, 'id'>,
  rule: string,
  { outcome, threshold }: { outcome: Outcome; threshold?: number | undefined },
): Promise<void> {
  if (!(rule in rules())) throw invalid('rule', t('Unknown rule'));
  const { check, threshold: counted } = rules()[rule as keyof ReturnType<typeof rules>];
  // Rules that run after a link is created can hold it but not reject it.
  if (!check && outcome === 'refuse') throw invalid('outcome', t('This rule runs too late to reject a link'));
  const row = {
    outcome,
    threshold: counted ? (threshold ?? counted.value) : null,
    changed_by: operator.id,
    changed_at: app.clock.now(),
  };
  await inTransaction(app, async (app) => {
    await app.db
      .insertInto('links.safety_rule')
      .values({ rule, ...row })
      .onConflict((conflict) => conflict.column('rule').doUpdateSet(row))
      .execute();
    await addAuditEntry(app, operator.id, 'link_rule.update', '', `${rule}: ${outcome}`);
  });
}
