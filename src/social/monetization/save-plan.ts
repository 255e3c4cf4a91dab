import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { addJob } from '../../platform/jobs.ts';
import { inModeratedTransaction, moderateText } from '../moderation/moderate.ts';
import { checkPlan, type TypedPlan } from './check-plan.ts';
import { findPlan } from './find-plans.ts';
import type { PlanContent, Seller } from './plan.ts';
import { notifyNewTerms } from './plan-jobs.ts';
import { requireSeller } from './require-seller.ts';

/** Adds a plan and returns its id. */
export async function addPlan(app: App, viewer: Viewer, seller: Seller, typed: TypedPlan): Promise<string> {
  await requireSeller(app, viewer, seller);
  const content = checkPlan(typed);
  return inModeratedTransaction(app, viewer, async (app) => {
    await refuseMany(app, seller);
    await refuseSpam(app, viewer, content);
    const now = app.clock.now();
    const { id } = await app.db
      .insertInto('social.plan')
      .values({
        ...toRow(content),
        account_id: seller.type === 'profile' ? seller.id : null,
        page_id: seller.type === 'page' ? seller.id : null,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Updates the given fields of a plan. */
export async function updatePlan(
  app: App,
  viewer: Viewer,
  id: string,
  given: Partial<TypedPlan> & { seller?: Seller },
): Promise<void> {
  await inModeratedTransaction(app, viewer, async (app) => {
    await app.db.selectFrom('social.plan').select('id').where('id', '=', id).forUpdate().execute();
    const plan = await findPlan(app, viewer, id);
    await requireSeller(app, viewer, plan.seller);
    const { seller = plan.seller, ...changes } = given;
    if (seller.type !== plan.seller.type || seller.id !== plan.seller.id)
      throw invalid('node_id', t('The seller of a plan cannot be changed'));
    const content = checkPlan({
      ...plan,
      periodNum: String(plan.periodNum),
      trialDays: String(plan.trialDays),
      position: plan.chosenPosition === null ? '' : String(plan.chosenPosition),
      ...changes,
    });
    await refuseSpam(app, viewer, content);
    await app.db
      .updateTable('social.plan')
      .set({
        ...toRow(content),
        updated_at: app.clock.now(),
        ...(changesTerms(plan, content) && { terms_changed_at: app.clock.now() }),
      })
      .where('id', '=', id)
      .execute();
    if (changesTerms(plan, content)) await addJob(app, notifyNewTerms, { planId: id });
  });
}

/** Deletes a plan, which prevents new subscriptions to it. */
export async function deletePlan(app: App, viewer: Viewer, id: string): Promise<void> {
  await requireSeller(app, viewer, (await findPlan(app, viewer, id)).seller);
  await app.db
    .updateTable('social.plan')
    .set({ deleted_at: app.clock.now() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}

const toRow = ({ title, price, period, periodNum, description, trialDays, chosenPosition }: PlanContent) => ({
  title,
  price,
  period,
  period_num: periodNum,
  description,
  trial_days: trialDays,
  position: chosenPosition,
});

const changesTerms = (before: PlanContent, after: PlanContent): boolean =>
  Number(before.price) !== Number(after.price) ||
  before.period !== after.period ||
  before.periodNum !== after.periodNum;

const maxPlans = 20;

/** Throws if the seller has the maximum number of plans. The lock serializes concurrent additions. */
async function refuseMany({ db }: App, { type, id }: Seller): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plans ${type} ${id}`}, 0))`.execute(db);
  const plans = await db
    .selectFrom('social.plan')
    .where(type === 'page' ? 'page_id' : 'account_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(sql.lit(maxPlans))
    .select('id')
    .execute();
  if (plans.length >= maxPlans)
    throw new Problem('conflict', t('You can offer at most {maxPlans} plans', { maxPlans }));
}

/** Plans are public immediately, so content that the rules would hold is rejected. */
async function refuseSpam(app: App, viewer: Viewer, { title, description }: PlanContent): Promise<void> {
  const given = { subject: 'plan', title, text: description, field: 'custom_description' } as const;
  if ((await moderateText(app, viewer, given)) === 'hold')
    throw invalid('custom_description', t('This looks like spam. Rephrase it, or remove links.'));
}
