import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { followedBy, friendsBetween, mutedBy } from '../../people/person.ts';

// SQL for the sources of a feed.

/** SQL: people whose posts are in the feed. `is_friend` includes their posts for friends only. */
export const connectedPeople = (me: string): RawBuilder<unknown> => connectedAmong(me, () => sql`true`);

/**
 * SQL: celebrities among the connected people, whose posts are in no stored list. A sorted array is compared
 * with the indexes of relationships, which reads each of their pages at most once.
 */
export const connectedCelebrities = (me: string): RawBuilder<unknown> =>
  connectedAmong(
    me,
    (column) =>
      sql`${sql.ref(column)} = any(array(select subject_id from social.feed_celebrity where subject = 'person'))`,
  );

const connectedAmong = (me: string, isIncluded: (column: string) => RawBuilder<SqlBool>) => sql`
  select account_id, bool_or(is_friend) as is_friend from (
    select recipient_id as account_id, true as is_friend from social.friendship
    where requester_id = ${me} and accepted_at is not null and ${isIncluded('recipient_id')}
    union all
    select requester_id, true from social.friendship
    where recipient_id = ${me} and accepted_at is not null and ${isIncluded('requester_id')}
    union all
    select followed_id, false from social.follow where follower_id = ${me} and ${isIncluded('followed_id')}
  ) as known group by account_id`;

/** SQL: the people on a list, as `connectedPeople`. The viewer's own posts are in their lists only if they are on them. */
export const listedPeople = (listId: string, me: string): RawBuilder<unknown> => sql`
  select person_id as account_id, person_id = ${me} or ${friendsBetween('member.person_id', me)} as is_friend
  from social.people_list_member as member where list_id = ${listId}`;

/** SQL: whether the person is on a list of the reader whose people's posts are not in the feed. */
export const isElsewhere = (column: string, me: string): RawBuilder<SqlBool> => sql`exists (
  select from social.people_list_member as apart join social.people_list as list on list.id = apart.list_id
  where apart.person_id = ${sql.ref(column)} and list.account_id = ${me} and list.is_exclusive
    and list.deleted_at is null offset 0)`;

/** SQL: pages whose posts are in the feed. */
export const likedPages = (me: string): RawBuilder<unknown> =>
  sql`select page_id from social.page_like where account_id = ${me}`;

/**
 * SQL: whether a visible `post` belongs in the feed: its author is followed or a friend and not muted, or its
 * page is liked. Posts of an archive are on profiles and found, but not new.
 */
export const isInFeedOf = (me: string): RawBuilder<SqlBool> => sql`(post.imported_at is null and
  case when post.page_id is null
    then (${followedBy('post.author_id', me)} or ${friendsBetween('post.author_id', me)})
      and not ${mutedBy('post.author_id', me)} and not ${isElsewhere('post.author_id', me)}
    else exists (
      select from social.page_like as liked where liked.account_id = ${me} and liked.page_id = post.page_id)
  end)`;

/** SQL: whether the posts of this subject are in no stored list. */
export const isCelebrity = (subject: 'person' | 'page', column: string): RawBuilder<SqlBool> => sql`exists (
  select from social.feed_celebrity as celebrity where celebrity.subject = ${subject} and celebrity.subject_id = ${sql.ref(column)})`;

/**
 * SQL: posts that feeds show are top-level, not held, not deleted and not of an archive. The indexes on authors have
 * the same condition but for the last.
 */
const isTopLevel = sql<SqlBool>`(
  post.deleted_at is null and post.held_at is null and post.parent_id is null and post.imported_at is null)`;

/** SQL: the newest posts of a person as `id`, for a lateral join with `account_id` and `is_friend`. */
export const postsOfPeople = (beyond: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select post.id from social.post
  where is_friend and post.author_id = account_id and post.page_id is null and ${isTopLevel}
    and post.privacy in ('public', 'friends') ${beyond}
) union all (
  select post.id from social.post
  where not is_friend and post.author_id = account_id and post.page_id is null and ${isTopLevel}
    and post.privacy = 'public' ${beyond}
)`;

/** SQL: the newest posts of a page, for a lateral join with `page_id`. */
export const postsOfPages = (beyond: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select post.id from social.post where post.page_id = source.page_id and ${isTopLevel} ${beyond})`;
