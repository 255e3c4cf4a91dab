import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import { isOpenPage } from '../../access/is-open-page.ts';
import { blockedBetween, mutedBy } from '../../people/between.ts';
import { speaksToThem } from '../../posts/reading/visible.ts';
import { isStar, pagesAround, peopleAround, postsOfPages, postsOfPeople, starsAround } from './circle.ts';

interface Wanted {
  before: string | undefined;
  most: number;
  /** Everybody's public posts as well. */
  everybody?: boolean;
  /** Only of those whose posts no list has, and of the reader's own. */
  starsOnly?: boolean;
}

/**
 * The newest posts around somebody, gathered from their authors. The cost is that of the circle, not of all that was ever
 * posted: the newest post of each author says which few of them the page can come from, and from which id on.
 */
export async function mergedIds(app: App, me: string, wanted: Wanted): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`${mergedPosts(me, wanted)} order by id desc limit ${sql.lit(wanted.most)}`.execute(app.db);
  return rows.map(({ id }) => id);
}

/** The same as a query without an order; all that it finds may be seen by its reader. */
export const mergedPosts = (me: string, { before, most, everybody, starsOnly }: Wanted) => {
  const older = before === undefined ? sql`` : sql`and post.id < ${before}`;
  const newest = (limit: number) => sql`${older} order by post.id desc limit ${sql.lit(limit)}`;
  const within = sql`and post.id >= (select id from bound) ${newest(most)}`;
  return sql`
    with people as materialized (
      select around.account_id, around.close from (${starsOnly ? starsAround(me) : peopleAround(me)}) as around
      join ${livePeople('person')} on person.id = around.account_id
      where not ${mutedBy('around.account_id', me)} and not ${blockedBetween('around.account_id', me)}
    ), pages as materialized (
      select around.page_id from (${pagesAround(me)}) as around join social.page as page on page.id = around.page_id
      where ${isOpenPage('page')}
        ${starsOnly ? sql`and ${isStar('page', 'around.page_id')}` : sql``}
    ), latest as materialized (
      select account_id, close, null::bigint as page_id, found.id
      from people cross join lateral (${postsOfPeople(newest(1))}) as found
      union all
      select null, null, page_id, found.id from pages as around cross join lateral ${postsOfPages(newest(1))} as found
      order by id desc limit ${sql.lit(most)}
    ), bound as materialized (
      select case when count(*) < ${most} then 0 else min(id) end as id from latest
    )
    select id from (
      select found.id from latest cross join lateral (${postsOfPeople(within)}) as found where account_id is not null
      union all
      select found.id from latest as around cross join lateral ${postsOfPages(within)} as found
      where page_id is not null
      union all (
        select post.id from social.post where post.author_id = ${me} and post.deleted_at is null
          and post.parent_id is null and post.page_id is null ${newest(most)}
      )
      ${
        everybody
          ? sql`union (
            select post.id from social.post where post.deleted_at is null and post.held_at is null
              and post.privacy = 'public' and post.parent_id is null
              and ${speaksToThem('post', { id: me })}
              and (post.page_id is not null or not ${mutedBy('post.author_id', me)}) ${newest(most)})`
          : sql``
      }
    ) as merged`;
};
