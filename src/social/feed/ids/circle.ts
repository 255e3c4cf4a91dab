import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { followedBy, friendsBetween, mutedBy } from '../../people/between.ts';

// SQL about those whose posts are in somebody's feed.

/** The people in it: friends with `close` true, for what they say to friends alone is in it too. */
export const peopleAround = (me: string): RawBuilder<unknown> => sql`
  select account_id, bool_or(close) as close from (
    select asked_id as account_id, true as close from social.friendship
    where asker_id = ${me} and accepted_at is not null
    union all
    select asker_id, true from social.friendship where asked_id = ${me} and accepted_at is not null
    union all
    select followed_id, false from social.follow where follower_id = ${me}
  ) as known group by account_id`;

/** Those of them whose posts no list has: there are few such people, so the look goes from them to the circle. */
export const starsAround = (me: string): RawBuilder<unknown> => sql`
  select star.subject_id as account_id, ${friendsBetween('star.subject_id', me)} as close
  from social.feed_star as star
  where star.subject = 'person'
    and (${followedBy('star.subject_id', me)} or ${friendsBetween('star.subject_id', me)})`;

/** The pages in it. */
export const pagesAround = (me: string): RawBuilder<unknown> =>
  sql`select page_id from social.page_like where account_id = ${me}`;

/** Whether `post`, which may be seen, is by somebody whom they want to read at this moment. */
export const isAround = (me: string): RawBuilder<SqlBool> => sql`(
  case when post.page_id is null
    then (${followedBy('post.author_id', me)} or ${friendsBetween('post.author_id', me)})
      and not ${mutedBy('post.author_id', me)}
    else exists (
      select from social.page_like as liked where liked.account_id = ${me} and liked.page_id = post.page_id)
  end)`;

/** Whether posts of this subject are in no stored list. */
export const isStar = (subject: 'person' | 'page', column: string): RawBuilder<SqlBool> => sql`exists (
  select from social.feed_star as star where star.subject = ${subject} and star.subject_id = ${sql.ref(column)})`;

/** Posts that stand in feeds: not below another one, and neither held nor deleted. As the indexes on authors say it. */
const isTopLevel = sql<SqlBool>`(
  post.deleted_at is null and post.held_at is null and post.parent_id is null)`;

/** The newest posts of each source that has an account, as `id`: to be joined laterally to `account_id` and `close`. */
export const postsOfPeople = (beyond: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select post.id from social.post
  where close and post.author_id = account_id and post.page_id is null and ${isTopLevel}
    and post.privacy <> 'me' ${beyond}
) union all (
  select post.id from social.post
  where not close and post.author_id = account_id and post.page_id is null and ${isTopLevel}
    and post.privacy = 'public' ${beyond}
)`;

/** The same of pages, by `page_id`. */
export const postsOfPages = (beyond: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select post.id from social.post where post.page_id = around.page_id and ${isTopLevel} ${beyond})`;
