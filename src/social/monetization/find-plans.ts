import { t } from '../../kernel/translation/translate.ts';
import { sql, type RawBuilder } from 'kysely';
import { livePeople } from '../../identity/account/live-people.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { isOpenPage, roleIn } from '../access/page.ts';
import { blockedBetween } from '../people/between.ts';
import type { Period, Plan, Seller } from './plan.ts';

/** Plans visible to the viewer: those of live people without a block between them, and of visible pages. */
const selectPlans = ({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>) =>
  db
    .selectFrom('social.plan as plan')
    .leftJoin('social.page as page', 'page.id', 'plan.page_id')
    .where('plan.deleted_at', 'is', null)
    .where(
      sql<boolean>`(exists (select from ${livePeople('person')} where person.id = plan.account_id offset 0)
        and not ${blockedBetween('plan.account_id', viewer.id)}
        or page.deleted_at is null and (${isOpenPage('page')} or ${roleIn(viewer)} is not null))`,
    )
    .select(['plan.id', 'plan.account_id', 'plan.page_id', 'plan.title', 'plan.price', 'plan.period'])
    .select(['plan.period_num', 'plan.description', 'plan.trial_days', 'plan.position as chosen'])
    .select(
      sql<number>`coalesce(plan.position, (select count(*)::integer from social.plan as earlier
        where earlier.deleted_at is null and earlier.id <= plan.id
        and (earlier.account_id = plan.account_id or earlier.page_id = plan.page_id)))`.as('position'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof selectPlans>['execute']>>[number];

const toPlan = (row: Row): Plan => ({
  id: row.id,
  seller:
    row.page_id === null ? { type: 'profile', id: row.account_id ?? '' } : { type: 'page', id: row.page_id },
  title: row.title,
  price: row.price,
  period: row.period as Period,
  periodNum: row.period_num,
  description: row.description,
  trialDays: row.trial_days,
  chosenPosition: row.chosen,
  position: row.position,
});

export async function findPlan(app: Pick<App, 'db'>, viewer: Viewer, id: string): Promise<Plan> {
  const row = await selectPlans(app, viewer).where('plan.id', '=', id).executeTakeFirst();
  if (!row) throw missing(t('Plan'));
  return toPlan(row);
}

/** Returns the plans matching a condition on `plan`, by the position that their seller chose, then oldest first. */
export async function plansOf(
  app: Pick<App, 'db'>,
  viewer: Viewer,
  condition: RawBuilder<boolean>,
): Promise<Plan[]> {
  const rows = await selectPlans(app, viewer)
    .where(condition)
    .orderBy('position')
    .orderBy('plan.id')
    .limit(sql.lit(2500))
    .execute();
  return rows.map(toPlan);
}

/** Returns the plans of a person or page in their order. */
export const listPlans = (app: Pick<App, 'db'>, viewer: Viewer, { type, id }: Seller): Promise<Plan[]> =>
  plansOf(app, viewer, sql`${sql.ref(type === 'page' ? 'plan.page_id' : 'plan.account_id')} = ${id}`);
