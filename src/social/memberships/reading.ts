import { type RawBuilder, sql } from 'kysely';
import { existingPeople } from '../../identity/account/people.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { CursorPage } from '../../platform/database/queries.ts';
import type { Period, Seller } from '../monetization/plan.ts';
import { toPerson } from '../people/person.ts';
import type { EndReason, Membership } from './membership.ts';

const onPage = 20;

/** Returns the viewer's subscriptions, newest first. */
export const listOwnMemberships = (
  app: App,
  viewer: Pick<Viewer, 'id'>,
  before?: string,
): Promise<CursorPage<Membership>> => list(app, sql`member.account_id = ${viewer.id}`, before);

/** Returns a subscription of the viewer in any state. */
export const findOwnMembership = async (
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Membership | undefined> => {
  const { items } = await list(app, sql`member.account_id = ${viewer.id} and member.id = ${id}`);
  return items[0];
};

/** Returns a subscription of or to the viewer, or to a page of theirs, in any state. */
export const findMembership = async (
  app: App,
  { id: viewer }: Pick<Viewer, 'id'>,
  id: string,
): Promise<Membership | undefined> => {
  const isTheirs = sql`(member.account_id = ${viewer} or member.seller_id = ${viewer} or page.owner_id = ${viewer})`;
  const { items } = await list(app, sql`member.id = ${id} and ${isTheirs}`);
  return items[0];
};

/** Returns the viewer's active subscription to a seller. */
export const findMembershipWith = async (
  app: App,
  viewer: Pick<Viewer, 'id'>,
  seller: Seller,
): Promise<Membership | undefined> => {
  const { items } = await list(
    app,
    sql`member.account_id = ${viewer.id} and member.ended_at is null and ${isOf(seller)}`,
  );
  return items[0];
};

/** Returns the subscribers of a seller, newest first. `words` filters by name. */
export const listSubscribers = (
  app: App,
  seller: Seller,
  { before, words = '' }: { before?: string | undefined; words?: string },
): Promise<CursorPage<Membership>> =>
  list(
    app,
    sql`member.ended_at is null and ${isOf(seller)} and ${
      words.trim() === ''
        ? sql`true`
        : sql`person.searchable like '%' || search.literal(trim(search.name(${words.slice(0, 100)}))) || '%'`
    }`,
    before,
  );

const isOf = ({ type, id }: Seller): RawBuilder<boolean> =>
  type === 'page' ? sql`member.page_id = ${id}` : sql`member.seller_id = ${id}`;

/** Returns the number of subscribers of a seller. */
export async function countSubscribers({ db }: Pick<App, 'db'>, { type, id }: Seller): Promise<number> {
  const { n } = await db
    .selectFrom('social.membership')
    .where('ended_at', 'is', null)
    .where(type === 'page' ? 'page_id' : 'seller_id', '=', id)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function list(app: App, which: RawBuilder<unknown>, before?: string): Promise<CursorPage<Membership>> {
  const rows = await app.db
    .selectFrom('social.membership as member')
    .innerJoin('social.plan as plan', 'plan.id', 'member.plan_id')
    .innerJoin(existingPeople('person'), (join) => join.onRef('person.id', '=', 'member.account_id'))
    .leftJoin('social.plan as next', 'next.id', 'member.next_plan_id')
    .leftJoin('social.page as page', 'page.id', 'member.page_id')
    .leftJoin('identity.account as seller', 'seller.id', 'member.seller_id')
    .where(sql<boolean>`${which}`)
    .$if(before !== undefined, (query) => query.where('member.id', '<', before ?? ''))
    .orderBy('member.id', 'desc')
    .limit(sql.lit(onPage + 1))
    .select(['person.id', 'person.username', 'person.first_name', 'person.last_name'])
    .select(['person.picture', 'person.picture_small', 'person.verified_at'])
    .select([
      'member.id as member_id',
      'member.price',
      'member.period',
      'member.period_num',
      'member.started_at',
    ])
    .select(['member.period_end', 'member.is_trial', 'member.canceled_at', 'member.past_due_at'])
    .select(['member.ended_at', 'member.ended_reason', 'plan.id as plan_id', 'plan.title as plan_title'])
    .select([
      'next.id as next_id',
      'next.title as next_title',
      'page.id as page_id',
      'page.title as page_title',
    ])
    .select([
      'page.username as page_username',
      'seller.id as seller_id',
      'seller.username as seller_username',
    ])
    .select(sql<string>`trim(seller.first_name || ' ' || seller.last_name)`.as('seller_name'))
    .execute();
  const items = rows.slice(0, onPage).map((row): Membership => ({
    id: row.member_id,
    plan: { id: row.plan_id, title: row.plan_title },
    seller:
      row.page_id === null
        ? {
            type: 'profile',
            id: row.seller_id ?? '',
            name: row.seller_name,
            href: `/@${row.seller_username ?? ''}`,
          }
        : {
            type: 'page',
            id: row.page_id,
            name: row.page_title ?? '',
            href: `/pages/${row.page_username ?? ''}`,
          },
    subscriber: toPerson(app, row),
    price: row.price,
    period: row.period as Period,
    periodNum: row.period_num,
    startedAt: row.started_at,
    periodEnd: row.period_end,
    isTrial: row.is_trial,
    canceledAt: row.canceled_at,
    nextPlan: row.next_id === null ? null : { id: row.next_id, title: row.next_title ?? '' },
    pastDueAt: row.past_due_at,
    endedAt: row.ended_at,
    endedReason: row.ended_reason as EndReason | '',
  }));
  return { items, next: rows.length > onPage ? items.at(-1)?.id : undefined };
}
