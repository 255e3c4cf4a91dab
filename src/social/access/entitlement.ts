import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Asker, may, type Viewer } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';

/**
 * SQL: whether a viewer has access to the content of a post visible to them: the post is not paywalled, they
 * wrote it, or they paid for it. Moderators always have access. Replies inherit the paywall of their thread.
 */
export function isEntitled(post: string, viewer: Asker | undefined): RawBuilder<SqlBool> {
  if (may(viewer, 'moderate')) return sql`true`;
  const wall = sql`select from social.paywall as wall join social.post as sold on sold.id = wall.post_id
    where wall.post_id = ${sql.ref(`${post}.id`)}`;
  return viewer
    ? sql`not exists (${wall} and not ${hasAccess(viewer.id)} offset 0)`
    : sql`not exists (${wall} offset 0)`;
}

/**
 * SQL: access to `sold`, the post behind the paywall `wall`. "This plan and above" is decided by what the
 * member pays, not by what their plan costs by now.
 */
const hasAccess = (id: string): RawBuilder<SqlBool> => sql`(
  sold.author_id = ${id}
  or sold.page_id is not null and exists (select from social.page as seller where seller.id = sold.page_id
    and (seller.owner_id = ${id} or exists (select from social.page_role where page_id = seller.id and account_id = ${id})))
  or exists (select from social.post_unlock where post_id = sold.id and account_id = ${id})
  or wall.is_for_members and exists (
    select from social.membership as member
    where member.account_id = ${id} and member.ended_at is null
      -- Nothing was ever paid.
      and not (member.is_trial and member.past_due_at is not null)
      and case when sold.page_id is null then member.seller_id = sold.author_id else member.page_id = sold.page_id end
      and (wall.plan_id is null or member.plan_id = wall.plan_id or member.daily_price >= (
        select daily_price from social.plan as least where least.id = wall.plan_id))))`;

/** Whether the viewer may offer paid plans: the permission `can_monetize_content`. */
export const canMonetize = (
  { MONETIZATION }: Pick<Config, 'MONETIZATION'>,
  viewer: Pick<Viewer, 'permissions'>,
): boolean => MONETIZATION === 'members' || (MONETIZATION === 'operators' && may(viewer, 'operate'));
