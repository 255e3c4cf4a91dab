import { sql } from 'kysely';
import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { cleanText, isBlank, lengthOf, toLine } from '../../kernel/text.ts';
import { type App, perAccount, verb, type Viewer } from '../../platform/app.ts';
import { addJob, jobKind } from '../../platform/jobs/jobs.ts';
import { inModeratedTransaction, moderateText } from '../moderation/moderate.ts';
import { findPlan, type Period, type PlanContent, requireSeller, type Seller } from './plan.ts';
import { minutes } from '../../kernel/time.ts';

/** Adds a plan and returns its id. */
export const addPlan = verb(
  { name: 'monetization.add', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, viewer: Viewer, seller: Seller, typed: TypedPlan): Promise<string> => {
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
  },
);

/** Updates the given fields of a plan. */
export const updatePlan = verb(
  { name: 'monetization.change', who: 'member', limit: perAccount(60, minutes(5)) },
  async (
    app: App,
    viewer: Viewer,
    id: string,
    given: Partial<TypedPlan> & { seller?: Seller },
  ): Promise<void> => {
    await inModeratedTransaction(app, viewer, async (app) => {
      await app.db.selectFrom('social.plan').select('id').where('id', '=', id).forUpdate().execute();
      const plan = await findPlan(app, viewer, id);
      await requireSeller(app, viewer, plan.seller);
      const { seller = plan.seller, ...changes } = given;
      if (seller.type !== plan.seller.type || seller.id !== plan.seller.id)
        throw invalid('node_id', msg('The seller of a plan cannot be changed'));
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
  },
);

/** Deletes a plan, which prevents new subscriptions to it. */
export const deleteMembershipPlan = verb(
  { name: 'monetization.delete', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, viewer: Viewer, id: string): Promise<void> => {
    await requireSeller(app, viewer, (await findPlan(app, viewer, id)).seller);
    await app.db
      .updateTable('social.plan')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
  },
);

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
    throw new Problem('conflict', msg('You can offer at most {maxPlans} plans', { maxPlans }));
}

/** Plans are public immediately, so content that the rules would hold is rejected. */
async function refuseSpam(app: App, viewer: Viewer, { title, description }: PlanContent): Promise<void> {
  const given = { subject: 'plan', title, text: description, field: 'custom_description' } as const;
  if ((await moderateText(app, viewer, given)) === 'hold')
    throw invalid('custom_description', msg('This looks like spam. Rephrase it, or remove links.'));
}

export const longestPlanTitle = 100;
export const longestDescription = 2000;
const maxTrialDays = 90;
/** Up to 999,999.99, without leading zeros. */
const priceForm = /^(0|[1-9]\d{0,5})(\.\d{1,2})?$/;
/** A payment covers at most five years. */
const maxPeriods: Readonly<Record<Period, number>> = { day: 365, week: 260, month: 60, year: 5 };

export interface TypedPlan extends Omit<PlanContent, 'periodNum' | 'trialDays' | 'chosenPosition'> {
  periodNum: string;
  /** Undefined for no trial. */
  trialDays?: string;
  /** Undefined or blank to follow the order of creation. */
  position?: string;
}

/** Validates a plan. Throws a `Problem` at the invalid field. */
function checkPlan({
  title,
  price,
  periodNum,
  period,
  description,
  trialDays = '0',
  position = '',
}: TypedPlan): PlanContent {
  const line = toLine(title);
  if (isBlank(line)) throw invalid('title', msg('Enter a title'));
  if (lengthOf(line) > longestPlanTitle)
    throw invalid(
      'title',
      msg('A title can have at most {longestTitle} characters', { longestTitle: longestPlanTitle }),
    );
  if (!priceForm.test(price) || Number(price) === 0)
    throw invalid('price', msg('Enter a price above 0 and below 1,000,000, with at most two decimals'));
  const max = maxPeriods[period];
  if (!/^[1-9]\d{0,2}$/.test(periodNum) || Number(periodNum) > max)
    throw invalid('period_num', msg('Enter a whole number from 1 to {max}', { max }));
  if (!/^(0|[1-9]\d?)$/.test(trialDays) || Number(trialDays) > maxTrialDays)
    throw invalid('trial_days', msg('Enter a whole number from 0 to {maxTrialDays}', { maxTrialDays }));
  if (!/^\d{0,4}$/.test(position)) throw invalid('plan_order', msg('Enter a whole number from 0 to 9999'));
  return {
    title: line,
    price,
    periodNum: Number(periodNum),
    period,
    trialDays: Number(trialDays),
    chosenPosition: position === '' ? null : Number(position),
    description: cleanText(description, 'custom_description', longestDescription),
  };
}

/** Notifies the subscribers of a plan of its new price. */
export const notifyNewTerms = jobKind('social.notify-new-terms', Type.Object({ planId: Id }));
