import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isPrivate } from '../../../identity/account/privacy.ts';
import { livePeople } from '../../../identity/account/people.ts';
import type { App, Asker } from '../../../platform/app.ts';
import { isOpenPage } from '../../access/page.ts';
import { mutedBy, notBlocked, notMuted } from '../../people/person.ts';
import { isNotBlocked } from '../../posts/reading/visible.ts';
import { postsOfTags } from '../followed-tags.ts';
import {
  isCelebrity,
  isElsewhere,
  likedPages,
  connectedPeople,
  postsOfPages,
  postsOfPeople,
  connectedCelebrities,
} from './sources.ts';

interface Wanted {
  before: string | undefined;
  max: number;
  /** SQL: the lowest id of interest. Results may include older posts. */
  from?: RawBuilder<string>;
  /** Includes all public posts. */
  everybody?: boolean;
  /** SQL: instead of the people and pages that the reader follows, these people, as `connectedPeople`. */
  people?: RawBuilder<unknown>;
  /** Only posts of celebrity accounts, which are in no stored list, and the reader's own posts. */
  celebritiesOnly?: boolean;
}

/**
 * Returns the newest posts of the people, pages and hashtags an account follows. The next posts by anyone are scanned
 * first, which is enough for most accounts. Otherwise, the posts are merged from their authors: the cost grows
 * with the number of sources, not of posts, because the newest post per source determines which sources and
 * ids can be on the page.
 */
export async function mergedIds(app: App, reader: Asker, wanted: Wanted): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${mergedPosts(reader.id, wanted)}) as merged
    ${wanted.people ? sql`` : sql`union ${postsOfTags(app.db, reader, wanted)}`}
    order by id desc limit ${sql.lit(wanted.max)}`.execute(app.db);
  return rows.map(({ id }) => id);
}

/**
 * How many ids are scanned per source. A block has about fifteen posts, and the lookup of the newest post of a
 * source takes about four blocks, so a scan that does not find enough adds a tenth to the blocks.
 */
const scannedPerSource = 5;

/** The unordered query of `mergedIds`. All results are visible to the reader. */
export const mergedPosts = (
  me: string,
  { before, max, from = sql`0`, everybody: includePublic, celebritiesOnly, people: chosen }: Wanted,
) => {
  const next = before === undefined ? sql`(select max(id) + 1 from social.post)` : sql`${before}::bigint`;
  const older = before === undefined ? sql`` : sql`and post.id < ${before}`;
  const newest = (limit: number) => sql`${older} order by post.id desc limit ${sql.lit(limit)}`;
  const within = sql`and post.id >= (select id from bound) ${newest(max)}`;
  const isComplete = sql`(select is_complete from scan)`;
  return sql`
    with people as materialized (
      select source.account_id, source.is_friend from (${chosen ?? (celebritiesOnly ? connectedCelebrities(me) : connectedPeople(me))}) as source
      where ${notBlocked('source.account_id', me)}
        and ${notMuted('source.account_id', me)}
        ${chosen ? sql`` : sql`and not ${isElsewhere('source.account_id', me)}`}
    ), pages as materialized (
      select source.page_id from (${likedPages(me)}) as source join social.page as page on page.id = source.page_id
      where ${isOpenPage('page')} ${chosen ? sql`and false` : sql``}
        ${celebritiesOnly ? sql`and ${isCelebrity('page', 'source.page_id')}` : sql``}
    ), reach as materialized (
      select ${next} - ${sql.lit(scannedPerSource)} * ((select count(*) from people) + (select count(*) from pages)) as id
    ), scanned as materialized (
      select post.id from social.post
      where post.id < ${next} and post.id >= (select greatest(id, ${from}) from reach)
        and ${isOfSource(me, chosen ? sql`false` : sql`true`)}
      order by post.id desc limit ${sql.lit(max)}
    ), scan as materialized (
      select (select count(*) from scanned) = ${sql.lit(max)} or (select id from reach) <= ${from} as is_complete
    ), latest as materialized (
      select * from (
        select account_id, is_friend, null::bigint as page_id, found.id
        from people cross join lateral (${postsOfPeople(newest(1))}) as found
        union all
        select null, null, page_id, found.id from pages as source cross join lateral ${postsOfPages(newest(1))} as found
        order by id desc offset 0
      ) as each
      where not ${isComplete} and (page_id is not null or exists (
        select from ${livePeople('person')} where person.id = each.account_id offset 0))
      order by id desc limit ${sql.lit(max)}
    ), bound as materialized (
      select greatest(${from}, case when count(*) < ${max} then 0 else min(id) end) as id from latest
    )
    select id from (
      select id from scanned where ${isComplete}
      union all
      select found.id from latest cross join lateral (${postsOfPeople(within)}) as found where account_id is not null
      union all
      select found.id from latest as source cross join lateral ${postsOfPages(within)} as found
      where page_id is not null
      union all (
        select post.id from social.post where not ${isComplete} and ${chosen ? sql`false` : sql`true`}
          and post.author_id = ${me} and post.deleted_at is null and post.imported_at is null
          and post.parent_id is null and post.page_id is null ${newest(max)}
      )
      ${
        includePublic
          ? sql`union (
            select post.id from social.post where post.deleted_at is null and post.held_at is null and post.imported_at is null
              and post.privacy = 'public' and post.parent_id is null
              and (post.page_id is not null or not ${isPrivate('post.author_id')})
              and ${isNotBlocked('post', { id: me })}
              and (post.page_id is not null or not ${mutedBy('post.author_id', me)}) ${newest(max)})`
          : sql``
      }
    ) as merged`;
};

/** SQL: whether a `post` is by one of `people` or `pages`, and for the reader, or by the reader if `showsOwn`. */
const isOfSource = (me: string, showsOwn: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql`(
  post.deleted_at is null and post.parent_id is null and post.imported_at is null
  and case
    when post.page_id is not null then post.held_at is null and post.page_id in (select page_id from pages)
    when post.author_id = ${me} and ${showsOwn} then true
    when post.held_at is not null then false
    when post.privacy = 'public' then post.author_id in (select account_id from people)
    when post.privacy = 'friends' then post.author_id in (select account_id from people where is_friend)
    else false
  end
  and (post.page_id is not null or post.author_id = ${me} or exists (
    select from ${livePeople('person')} where person.id = post.author_id offset 0)))`;
