import type { App } from '../../../platform/app.ts';
import type { Outcome, RuleName, RuleSetting } from '../assessment/rule.ts';

/** Returns the operator's settings of the rules. */
export async function getSettings({ db }: Pick<App, 'db'>): Promise<{ settings: RuleSetting[] }> {
  const rows = await db.selectFrom('links.safety_rule').select(['rule', 'outcome', 'threshold']).execute();
  return {
    settings: rows.map(({ rule, outcome, threshold }) => ({
      rule: rule as RuleName,
      outcome: outcome as Outcome,
      threshold,
    })),
  };
}
