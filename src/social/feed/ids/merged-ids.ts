import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import { isOpenPage } from '../../access/is-open-page.ts';
import { mutedBy, notBlocked, notMuted } from '../../people/between.ts';
import { isNotBlocked } from '../../posts/reading/visible.ts';
import {
  isCelebrity,
  likedPages,
  connectedPeople,
  postsOfPages,
  postsOfPeople,
  connectedCelebrities,
} from './sources.ts';

interface Wanted {
  before: string | undefined;
  max: number;
  /** Includes all public posts. */
  everybody?: boolean;
  /** Only posts of celebrity accounts, which are in no stored list, and the reader's own posts. */
  celebritiesOnly?: boolean;
}

/**
 * Returns the newest posts of the people and pages an account follows, merged from their authors. The cost
 * grows with the number of sources, not of posts: the newest post per source determines which sources and ids
 * can be on the page.
 */
export async function mergedIds(app: App, me: string, wanted: Wanted): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`${mergedPosts(me, wanted)} order by id desc limit ${sql.lit(wanted.max)}`.execute(app.db);
  return rows.map(({ id }) => id);
}

/** The unordered query of `mergedIds`. All results are visible to the reader. */
export const mergedPosts = (
  me: string,
  { before, max, everybody: includePublic, celebritiesOnly }: Wanted,
) => {
  const older = before === undefined ? sql`` : sql`and post.id < ${before}`;
  const newest = (limit: number) => sql`${older} order by post.id desc limit ${sql.lit(limit)}`;
  const within = sql`and post.id >= (select id from bound) ${newest(max)}`;
  return sql`
    with people as materialized (
      select source.account_id, source.is_friend from (${celebritiesOnly ? connectedCelebrities(me) : connectedPeople(me)}) as source
      where ${notBlocked('source.account_id', me)}
        and ${notMuted('source.account_id', me)}
    ), pages as materialized (
      select source.page_id from (${likedPages(me)}) as source join social.page as page on page.id = source.page_id
      where ${isOpenPage('page')}
        ${celebritiesOnly ? sql`and ${isCelebrity('page', 'source.page_id')}` : sql``}
    ), latest as materialized (
      select * from (
        select account_id, is_friend, null::bigint as page_id, found.id
        from people cross join lateral (${postsOfPeople(newest(1))}) as found
        union all
        select null, null, page_id, found.id from pages as source cross join lateral ${postsOfPages(newest(1))} as found
        order by id desc offset 0
      ) as each
      where page_id is not null or exists (
        select from ${livePeople('person')} where person.id = each.account_id offset 0)
      order by id desc limit ${sql.lit(max)}
    ), bound as materialized (
      select case when count(*) < ${max} then 0 else min(id) end as id from latest
    )
    select id from (
      select found.id from latest cross join lateral (${postsOfPeople(within)}) as found where account_id is not null
      union all
      select found.id from latest as source cross join lateral ${postsOfPages(within)} as found
      where page_id is not null
      union all (
        select post.id from social.post where post.author_id = ${me} and post.deleted_at is null
          and post.parent_id is null and post.page_id is null ${newest(max)}
      )
      ${
        includePublic
          ? sql`union (
            select post.id from social.post where post.deleted_at is null and post.held_at is null
              and post.privacy = 'public' and post.parent_id is null
              and ${isNotBlocked('post', { id: me })}
              and (post.page_id is not null or not ${mutedBy('post.author_id', me)}) ${newest(max)})`
          : sql``
      }
    ) as merged`;
};
