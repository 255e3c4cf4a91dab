import { sql } from 'kysely';
import { livePeople } from '../../identity/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { idsNeeded, toPage, type PageOfPosts, type Part } from '../posts/page-of-posts.ts';
import { readPersonCounts } from '../tallies/read-counts.ts';

export interface Feed extends PageOfPosts {
  /** The viewer knows nobody yet, so everybody's public posts are among them. */
  isFilled: boolean;
}

/** What the viewer, their friends and the people they follow have posted, newest first. */
export async function readFeed(app: App, viewer: Viewer, part: Part = {}): Promise<Feed> {
  const { friends, followings } = await readPersonCounts(app, viewer.id);
  const isFilled = friends + followings === 0;
  const ids = await findIds(app, viewer, part, isFilled);
  return { ...(await toPage(app, viewer, ids, part)), isFilled };
}

/**
 * The cost is that of the circle, not of all that was ever posted: the newest post of each person in it says which few
 * people the page can come from, and only theirs are gathered. What may be seen is settled when the posts are read;
 * here followed people only bring what is public, so that pages are not full of what is then left out.
 */
async function findIds(app: App, { id: me }: Viewer, part: Part, isFilled: boolean): Promise<string[]> {
  const most = idsNeeded(part);
  const older = part.before === undefined ? sql`` : sql`and post.id < ${part.before}`;
  const postsOf = (limit: number) => sql`(
    select post.id from social.post
    where close and post.author_id = account_id and post.deleted_at is null
      and post.parent_id is null and post.page_id is null ${older}
    order by post.id desc limit ${limit}
  ) union all (
    select post.id from social.post
    where not close and post.author_id = account_id and post.deleted_at is null and post.held_at is null
      and post.privacy = 'public' and post.parent_id is null and post.page_id is null ${older}
    order by post.id desc limit ${limit}
  )`;
  const everybodys = sql`union (
    select post.id from social.post
    where post.deleted_at is null and post.held_at is null and post.privacy = 'public'
      and post.parent_id is null ${older}
    order by post.id desc limit ${most}
  )`;
  const { rows } = await sql<{ id: string }>`
    with known as (
      select ${me}::bigint as account_id, true as close
      union all
      select asked_id, true from social.friendship where asker_id = ${me} and accepted_at is not null
      union all
      select asker_id, true from social.friendship where asked_id = ${me} and accepted_at is not null
      union all
      select followed_id, false from social.follow where follower_id = ${me}
    ), circle as (
      select account_id, bool_or(close) as close
      from known join ${livePeople('person')} on person.id = account_id
      group by account_id
    ), likeliest as (
      select account_id, close
      from circle cross join lateral (${postsOf(1)}) as latest
      order by latest.id desc limit ${most}
    ), found as (
      select post.id from likeliest cross join lateral (${postsOf(most)}) as post
      ${isFilled ? everybodys : sql``}
    )
    select id from found order by id desc limit ${most}`.execute(app.db);
  return rows.map(({ id }) => id);
}
