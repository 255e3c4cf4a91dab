import { type RawBuilder, sql } from 'kysely';
import { livePeople } from '../../identity/account/people.ts';
import { idOrNone } from '../../kernel/input.ts';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { isOpenPage, refuseManaging, roleIn } from '../access/page.ts';
import { canMonetize } from '../access/entitlement.ts';
import { getPage } from '../pages/reading.ts';
import { blockedBetween } from '../people/person.ts';

export const periods = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

/** The seller of a plan. */
export interface Seller {
  type: 'profile' | 'page';
  id: string;
}

/** The details of a plan. */
export interface PlanContent {
  title: string;
  /** In the currency of the installation, as typed: `4.50`. */
  price: string;
  /** Number of periods per payment. */
  periodNum: number;
  period: Period;
  description: string;
  /** Free trial days for new subscribers. 0 means no trial. */
  trialDays: number;
  /** Position among the seller's plans. Null to follow the order of creation. */
  chosenPosition: number | null;
}

/** A paid plan of a person or page. */
export interface MembershipPlan extends PlanContent {
  id: string;
  seller: Seller;
  /** The chosen position, or the one by creation, from 1. */
  position: number;
}

/** Path of the page to manage plans. */
export const plansPath = '/settings/monetization';

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

const toPlan = (row: Row): MembershipPlan => ({
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

export async function findPlan(app: Pick<App, 'db'>, viewer: Viewer, id: string): Promise<MembershipPlan> {
  const row = await selectPlans(app, viewer).where('plan.id', '=', id).executeTakeFirst();
  if (!row) throw missing(msg('Plan'));
  return toPlan(row);
}

/** Returns the plans matching a condition on `plan`, by the position that their seller chose, then oldest first. */
async function plansOf(
  app: Pick<App, 'db'>,
  viewer: Viewer,
  condition: RawBuilder<boolean>,
): Promise<MembershipPlan[]> {
  const rows = await selectPlans(app, viewer)
    .where(condition)
    .orderBy('position')
    .orderBy('plan.id')
    .limit(sql.lit(2500))
    .execute();
  return rows.map(toPlan);
}

/** Returns the plans of a person or page in their order. */
export const listMembershipPlans = (
  app: Pick<App, 'db'>,
  viewer: Viewer,
  { type, id }: Seller,
): Promise<MembershipPlan[]> =>
  plansOf(app, viewer, sql`${sql.ref(type === 'page' ? 'plan.page_id' : 'plan.account_id')} = ${id}`);

/** A page on whose behalf the viewer can offer plans. */
export interface SellingPage {
  id: string;
  username: string;
  title: string;
}

/** Returns the pages that the viewer owns or administers, by title. */
export const listSellingPages = (
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<SellingPage[]> =>
  db
    .selectFrom('social.page as page')
    .where('page.deleted_at', 'is', null)
    .where(
      sql<boolean>`page.id in (select id from social.page where owner_id = ${viewer.id}
        union all select page_id from social.page_role where account_id = ${viewer.id} and role = 'admin')`,
    )
    .select(['page.id', 'page.username', 'page.title'])
    .orderBy(sql`lower(page.title)`)
    .orderBy('page.id')
    .limit(sql.lit(100))
    .execute();

/** Returns the plans of the viewer and of their pages, oldest first. */
export const listManagedPlans = (
  app: Pick<App, 'db'>,
  viewer: Viewer,
  pages: readonly SellingPage[],
): Promise<MembershipPlan[]> =>
  plansOf(
    app,
    viewer,
    sql<boolean>`(plan.account_id = ${viewer.id} or plan.page_id = any(${pages.map(({ id }) => id)}::bigint[]))`,
  );

/** Throws unless the viewer may sell for this seller: themselves, or a page they manage. */
export async function requireSeller(app: App, viewer: Viewer, { type, id }: Seller): Promise<void> {
  if (!canMonetize(app.config, viewer))
    throw new Problem('forbidden', msg('You need the permission can_monetize_content to offer plans'));
  if (type === 'page') refuseManaging(await getPage(app, viewer, { id }));
  else if (id !== viewer.id) throw new Problem('forbidden', msg('You cannot change plans of other people'));
}

/** Parses the seller. Defaults to the viewer if the id is empty or 0. */
export function toSeller(viewer: Viewer, type: string, sent: string): Seller {
  const id = idOrNone(sent);
  if (type === 'group') throw invalid('node_type', msg('Groups are not supported. Choose profile or page.'));
  if (type === 'page' && id === undefined) throw invalid('node_id', msg('Enter the ID of the page'));
  return { type: type === 'page' ? 'page' : 'profile', id: id ?? viewer.id };
}
