import { sql } from 'kysely';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import { type Group, refuseNonOwner } from '../access/group.ts';
import { addGroupEntry } from '../access/group-log.ts';
import { getGroup } from './groups.ts';

/** A plan that the owner of a group can ask for. */
export interface GroupPlan {
  id: string;
  title: string;
}

/** The plans of a person and of the pages that they own, cheapest first. */
export const listPlansForGroups = (
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<GroupPlan[]> =>
  db
    .selectFrom('social.plan as plan')
    .leftJoin('social.page as page', 'page.id', 'plan.page_id')
    .where('plan.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('plan.account_id', '=', viewer.id),
        eb('page.owner_id', '=', viewer.id).and('page.deleted_at', 'is', null),
      ]),
    )
    .orderBy('plan.daily_price')
    .orderBy('plan.id')
    .limit(100)
    .select(['plan.id', sql<string>`concat_ws(': ', page.title, plan.title)`.as('title')])
    .execute();

/**
 * Makes a subscription to a plan, or to a more expensive one of the same seller, a condition of membership. Those who
 * are members stay. `planId` empty: the group is free.
 */
export const setGroupPlan = verb(
  { name: 'groups.plan', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, viewer: Viewer, id: string, planId: string): Promise<void> => {
    await getGroup(app, viewer, id);
    await inTransaction(app, async (app) => {
      await lockRow(app, 'social.people_group', id);
      const group = await getGroup(app, viewer, id);
      refuseNonOwner(group);
      if (planId !== '' && group.kind === 'public')
        throw invalid('plan', msg('Everyone reads a public group. Close the group first'));
      const plans = await listPlansForGroups(app, viewer);
      if (planId !== '' && !plans.some((each) => each.id === planId))
        throw invalid('plan', msg('Choose one of your plans'));
      await app.db
        .updateTable('social.people_group')
        .set({ plan_id: planId === '' ? null : planId })
        .where('id', '=', id)
        .execute();
      await addGroupEntry(app, { groupId: id, actorId: viewer.id, action: 'update' });
    });
  },
);

/** Throws if a paid group needs a subscription that the viewer does not have. */
export function requireSubscription({ plan }: Pick<Group, 'plan'>): void {
  if (plan && !plan.isPaid)
    throw new Problem('unpaid', msg('Subscribe to “{title}” to join the group', { title: plan.title }), {
      code: 'subscription_required',
    });
}

/**
 * Locks the subscriptions of a person to the seller of a paid group until they have joined it: a subscription that ends
 * meanwhile ends the membership. Call it before the group is locked, as by who ends a subscription.
 */
export async function lockSubscriptions(
  { db }: Pick<App, 'db'>,
  groupId: string,
  personId: string,
): Promise<void> {
  await sql`select from social.people_group as home join social.plan on plan.id = home.plan_id
    join social.membership as member on member.seller_id = plan.account_id or member.page_id = plan.page_id
    where home.id = ${groupId} and member.account_id = ${personId} and member.ended_at is null
    for share of member`.execute(db);
}

/** Throws if a person whose request is approved no longer subscribes. */
export async function requirePaying(
  { db }: Pick<App, 'db'>,
  groupId: string,
  personId: string,
): Promise<void> {
  const { rows } = await sql`select from social.people_group where id = ${groupId} and plan_id is not null
    and not social.pays_for_plan(${personId}, plan_id)`.execute(db);
  if (rows.length > 0)
    throw new Problem('conflict', msg('This person does not subscribe to the plan of the group'));
}
