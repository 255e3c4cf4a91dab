import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { livePeople, livePerson } from '../../../identity/account/people.ts';
import { missing, msg } from '../../../kernel/problem.ts';
import { type App, type Asker, may, type Viewer } from '../../../platform/app.ts';
import { compileForViewer } from '../../../platform/database/queries.ts';
import type { DB } from '../../../platform/database/rows.gen.ts';
import { isForumModerator } from '../../access/forum-moderators.ts';
import { type GroupRole, moderatesGroup, readsGroup, roleInGroup } from '../../access/group.ts';
import { isOpenPage, roleIn } from '../../access/page.ts';
import { isEntitled } from '../../access/entitlement.ts';
import { blockedBetween, followedBy, friendsBetween, mutedBy, type Person } from '../../people/person.ts';
import type { ReactionKind } from '../../tallies/reaction-kinds.ts';
import type { Post, PostKind, Privacy, Speaker } from '../post.ts';

/**
 * The posts of any kind visible to a viewer, as `post` with its `author`. All queries for posts start here:
 * feed, profile, post page, comments, search, machine-readable feeds, and the API.
 * @param parents the ids of all parents, if known, which are then checked once rather than for each reply
 */
export const visiblePosts = (
  db: Pick<Kysely<DB>, 'selectFrom'>,
  viewer: Asker | undefined,
  parents?: RawBuilder<unknown>,
) =>
  db
    .selectFrom('social.post as post')
    .innerJoinLateral(livePerson('author', 'post.author_id'), (join) => join.onTrue())
    .where('post.deleted_at', 'is', null)
    .where(isFor(viewer))
    .where(isOnLivePage)
    .where(isInGroupOf(viewer))
    .where(isBelowOpen(viewer, parents));

function isFor(viewer: Asker | undefined): RawBuilder<SqlBool> {
  if (!viewer) return sql`(post.held_at is null and post.privacy = 'public' and not ${isForFollowers})`;
  const own = sql<SqlBool>`post.author_id = ${viewer.id}`;
  const shared = sql<SqlBool>`post.held_at is null
    and ((post.privacy = 'public' and (not ${isForFollowers} or ${followedBy('post.author_id', viewer.id)}))
      or (post.privacy <> 'me' and (post.privacy = 'friends' or ${isForFollowers})
        and ${friendsBetween('post.author_id', viewer.id)})
      or post.privacy = 'group')
    and ${isNotBlocked('post', viewer)}`;
  // Held and reported posts are visible to moderators regardless of blocks.
  return may(viewer, 'moderate')
    ? sql`(${own} or post.held_at is not null or ${isReportedPost('post.id')} or ${shared})`
    : sql`(${own} or ${shared} or (post.held_at is not null and ${isInTheirForum(viewer)}))`;
}

/**
 * SQL: whether a `post` with its `author` is for followers and friends only, because the account is private. Forums and
 * questions are shared with others, so what is written there stays public.
 */
export const isForFollowers: RawBuilder<boolean> = sql`(
  author.is_private and post.page_id is null and post.privacy <> 'group' and post.kind in ('post', 'article'))`;

/**
 * Blocks apply between people, not to posts of a page, where hiding them would reveal who writes for the page, nor to
 * the team of a group.
 */
export const isNotBlocked = (post: string, { id }: Pick<Viewer, 'id'>): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${post}.page_id`)} is not null or not ${blockedBetween(`${post}.author_id`, id)}
    or (${sql.ref(`${post}.group_id`)} is not null and ${moderatesGroup(`${post}.group_id`, { id })}))`;

/** SQL: whether the viewer has not muted the author of `post`. */
export const isNotMuted = (viewer: Asker | undefined): RawBuilder<SqlBool> =>
  viewer ? sql`not ${mutedBy('post.author_id', viewer.id)}` : sql`true`;

/** SQL: as `isNotMuted`, or whether `post` is of a page, whose posts are shown whoever wrote them. */
export const isOfPageOrNotMuted = (viewer: Asker | undefined): RawBuilder<SqlBool> =>
  sql`(post.page_id is not null or ${isNotMuted(viewer)})`;

/** Held posts of a forum are visible to its moderators. */
const isInTheirForum = (
  viewer: Pick<Asker, 'id'>,
): RawBuilder<SqlBool> => sql`(post.kind in ('thread', 'reply') and exists (
  select from social.thread as held_thread
  where held_thread.post_id = coalesce(post.parent_id, post.id)
  and ${isForumModerator('held_thread.forum_id', viewer.id)}))`;

/** Posts of a page are hidden with it. */
const isOnLivePage = sql<SqlBool>`(post.page_id is null or exists (
  select from social.page as speaker where speaker.id = post.page_id and ${isOpenPage('speaker')} offset 0))`;

/**
 * Posts of a group are visible to those who read the group, and to nobody who left or was banned, not even to their
 * author. Visitors see none, so nothing that is public to machines, sold or cached has any. Held and reported posts are
 * visible to moderators.
 */
function isInGroupOf(viewer: Asker | undefined): RawBuilder<SqlBool> {
  if (!viewer) return sql`post.group_id is null`;
  const reads = readsGroup('post.group_id', viewer);
  return may(viewer, 'moderate')
    ? sql`(post.group_id is null or post.held_at is not null or ${isReportedPost('post.id')} or ${reads})`
    : sql`(post.group_id is null or ${reads})`;
}

/** Visible posts whose content the viewer has access to. Comments on paid content require access. */
export const readablePosts = (db: Kysely<DB>, viewer: Asker | undefined) =>
  visiblePosts(db, viewer).where(isEntitled('post', viewer));

/** Replies require a visible thread, and answers a visible question. */
function isBelowOpen(viewer: Asker | undefined, parents?: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const isSeen = may(viewer, 'moderate')
    ? sql`true`
    : viewer
      ? sql`(above.author_id = ${viewer.id}
          or (above.held_at is null and ${isNotBlocked('above', viewer)}))`
      : sql`above.held_at is null`;
  const open = sql`from social.post as above join ${livePeople('starter')} on starter.id = above.author_id
    where above.deleted_at is null and ${isSeen} and ${isEntitled('above', viewer)}`;
  return parents
    ? sql`(post.parent_id is null or post.parent_id in (select above.id ${open} and above.id in (${parents})))`
    : sql`(post.parent_id is null or exists (select ${open} and above.id = post.parent_id offset 0))`;
}

/** The fields of a visible post that permission checks need: author, parent and state. */
export interface PostHeader extends Pick<
  Post,
  'id' | 'kind' | 'title' | 'privacy' | 'parentId' | 'lockedAt' | 'heldAt' | 'mine'
> {
  author: Pick<Person, 'id'>;
  page: Pick<Speaker, 'id' | 'role'> | null;
  /** The group that it is in, with the viewer's role. */
  group: { id: string; role: GroupRole | null } | null;
  /** Whether it accepts no comments: it or its question is locked, or the viewer is not a member of its group. */
  isClosed: boolean;
  /** Whether the viewer has access to its content without paying. */
  isEntitled: boolean;
}

/**
 * Returns the header of a post in one small query. A post not visible to the viewer is treated as missing.
 */
export async function getPostHeader(app: App, viewer: Viewer | undefined, id: string): Promise<PostHeader> {
  const [row] = await selectHeader(app.db, viewer, { id }, undefined);
  if (!row) throw missing(msg('Post'));
  return {
    id,
    kind: row.kind as PostKind,
    title: row.title,
    privacy: row.privacy as Privacy,
    parentId: row.parent_id,
    author: { id: row.author_id },
    page: row.page_id === null ? null : { id: row.page_id, role: row.page_role },
    group: row.group_id === null ? null : { id: row.group_id, role: row.group_role },
    lockedAt: row.locked_at,
    heldAt: row.held_at,
    mine: row.mine as ReactionKind | null,
    isClosed: row.is_closed || (row.group_id !== null && row.group_role === null),
    isEntitled: row.is_entitled === true,
  };
}

const selectHeader = compileForViewer((db, viewer, { id }: { id: string }) =>
  visiblePosts(db, viewer)
    .leftJoin('social.reaction as mine', (join) =>
      join.onRef('mine.post_id', '=', 'post.id').on('mine.account_id', '=', viewer?.id ?? null),
    )
    .leftJoin('social.page as page', 'page.id', 'post.page_id')
    .where('post.id', '=', id)
    .select(['post.kind', 'post.title', 'post.privacy', 'post.parent_id', 'post.author_id', 'post.page_id'])
    .select(['post.locked_at', 'post.held_at', 'mine.kind as mine', roleIn(viewer).as('page_role')])
    .select(['post.group_id', roleInGroup('post.group_id', viewer).as('group_role')])
    .select(isEntitled('post', viewer).as('is_entitled'))
    .select(
      sql<boolean>`(post.locked_at is not null or exists (
        select from social.post as above
        where above.id = post.parent_id and above.locked_at is not null))`.as('is_closed'),
    ),
);

/** SQL: whether the post in `column` has an unsettled report. */
const isReportedPost = (column: string): RawBuilder<boolean> => sql`exists (
  select from social.report
  where subject = 'post' and subject_id = ${sql.ref(column)} and settled_at is null)`;
