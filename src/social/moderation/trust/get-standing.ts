import { sql, type RawBuilder } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import { maxCounted, type Standing } from './trust.ts';

/** How long decisions count against their author. */
const heldAgainst = days(90);
const newestPosts = 20;
const reactionsOfEach = 20;

export interface StandingRow {
  verified: boolean;
  let_through: number;
  upheld: number;
  reactors: number;
}

/**
 * SQL: the standing of the author in `column`, as columns of `StandingRow`. The cost is independent of the
 * number of posts.
 */
export const standingColumns = (column: string, now: Date): RawBuilder<unknown> => {
  const author = sql.ref(column);
  return sql`
    coalesce((select verified_at is not null from identity.account where id = ${author}), false) as verified,
    ((select count(*) from (select from social.post where author_id = ${author} and deleted_at is null
        and held_at is null limit ${maxCounted}) as posts)
      + (select count(*) from (select from social.comment where author_id = ${author} and deleted_at is null
        and held_at is null limit ${maxCounted}) as comments))::integer as let_through,
    (select count(*) from social.moderation_case where author_id = ${author}
      and decision in ('hide', 'remove', 'warn', 'suspend')
      and settled_at > ${new Date(now.getTime() - heldAgainst)})::integer as upheld,
    (select count(distinct reaction.account_id) from (
        select id from social.post where author_id = ${author} and deleted_at is null and parent_id is null
          and page_id is null order by id desc limit ${newestPosts}) as newest
      cross join lateral (select account_id from social.reaction where post_id = newest.id
        and account_id <> ${author} limit ${reactionsOfEach}) as reaction)::integer as reactors`;
};

export const toStanding = (
  row: StandingRow,
  { isStaff, age }: Pick<Standing, 'isStaff' | 'age'>,
): Standing => ({
  isStaff,
  age,
  isVerified: row.verified,
  approvedCount: Math.min(row.let_through, maxCounted),
  upheld: row.upheld,
  reactors: row.reactors,
});

export const isStaff = (viewer: Viewer) => may(viewer, 'operate') || may(viewer, 'moderate');

/** Returns the standing of people, for moderators. */
export async function getStandings(app: App, accountIds: readonly string[]): Promise<Map<string, Standing>> {
  const now = app.clock.now();
  const { rows } = await sql<StandingRow & { id: string; registered_at: Date; is_staff: boolean }>`
    select someone.id, someone.registered_at,
      someone.role in ('operator', 'moderator') as is_staff, ${standingColumns('someone.id', now)}
    from identity.account as someone
    where someone.id = any(${accountIds}::bigint[])`.execute(app.db);
  return new Map(
    rows.map((row) => [
      row.id,
      toStanding(row, { isStaff: row.is_staff, age: now.getTime() - row.registered_at.getTime() }),
    ]),
  );
}
