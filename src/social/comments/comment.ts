import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { livePeople } from '../../identity/account/people.ts';
import { compileForViewer } from '../../platform/database/queries.ts';
import { type Asker, may, type Viewer, type App } from '../../platform/app.ts';
import { blockedBetween, mutedBy, type Person, toPerson } from '../people/person.ts';
import { msg, missing, Problem } from '../../kernel/problem.ts';
import { mayModerateGroup, moderatesGroup } from '../access/group.ts';
import { getPostHeader, type PostHeader, readablePosts } from '../posts/reading/visible.ts';
import { isReactionKind, type ReactionKind } from '../tallies/reaction-kinds.ts';
import type { Post } from '../posts/post.ts';
import { hiddenCountsOfComment } from '../posts/reading/post-parts.ts';
import { talliesColumn } from '../tallies/tally.ts';
import type { Mentions } from '../text/render-text.ts';

/**
 * Position of a comment below a post: top-level (level 0), a reply (level 1), or a reply to one (level 2).
 * Deeper replies are on level 2 too.
 */
interface Place {
  id: string;
  /** The top-level comment of its thread. Null for a top-level comment. */
  rootId: string | null;
  /** Its ancestor on level 1. */
  branchId: string | null;
}

/** A comment on a post. */
export interface Comment extends Place {
  postId: string;
  author: Person;
  text: string;
  mentions: Mentions;
  createdAt: Date;
  editedAt: Date | null;
  /** When moderation held the comment. */
  heldAt: Date | null;
  /** The agent that posted on behalf of the author, if any. */
  agentName: string | null;
  /** Whether the author subscribes to the author of the post. */
  isBySubscriber: boolean;
  /** The comment this is a reply to. */
  parentId: string | null;
  /**
   * The author it replies to, if that is not the author of the comment it is nested under. Also null if the
   * viewer may not see that author.
   */
  answering: { id: string; name: string; username: string } | null;
  /** The number of its replies. */
  replies: number;
  reactions: Partial<Record<ReactionKind, number>>;
  /** The viewer's own reaction. */
  mine: ReactionKind | null;
  /** Whether the viewer has muted the author. */
  isMuted: boolean;
  /** The name of the viewer's keyword filter that collapses it, if any. */
  filteredBy: string | null;
}

/**
 * A placeholder for a comment that is not visible to the viewer but has replies. Does not reveal the author.
 */
interface Placeholder extends Place {
  why: 'deleted' | 'hidden';
  /** The number of its replies. */
  replies: number;
}

export type CommentEntry = Comment | Placeholder;

export const isGap = (entry: CommentEntry): entry is Placeholder => 'why' in entry;

export const levelOf = ({ rootId, branchId }: Place): 0 | 1 | 2 =>
  rootId === null ? 0 : branchId === null ? 1 : 2;

/**
 * SQL: whether a comment on a visible post is visible to the viewer. Applies the rules of `visiblePosts` to
 * the author of the comment. `comment` is the table alias.
 */
function isVisibleComment(comment: string, viewer: Asker | undefined): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${comment}.${name}`);
  return sql`(${column('deleted_at')} is null and ${isFor(comment, viewer)} and exists (
    select from ${livePeople('voice')} where voice.id = ${column('author_id')}))`;
}

function isFor(comment: string, viewer: Asker | undefined): RawBuilder<SqlBool> {
  const heldAt = sql.ref(`${comment}.held_at`);
  if (!viewer) return sql`${heldAt} is null`;
  const own = sql`${sql.ref(`${comment}.author_id`)} = ${viewer.id}`;
  const shared = sql`${heldAt} is null and (not ${blockedBetween(`${comment}.author_id`, viewer.id)} or exists (
    select from social.post as place where place.id = ${sql.ref(`${comment}.post_id`)}
      and place.group_id is not null and ${moderatesGroup('place.group_id', viewer)}))`;
  return may(viewer, 'moderate')
    ? sql`(${own} or ${heldAt} is not null or (${shared}))`
    : sql`(${own} or (${shared}))`;
}

/**
 * SQL: whether a comment appears in the viewer's list: it or one of its replies is visible to them. A comment
 * that is not visible becomes a gap, so that its replies stay.
 */
export const isListedComment = (comment: string, viewer: Asker | undefined): RawBuilder<SqlBool> => {
  const id = sql.ref(`${comment}.id`);
  return sql`(${isVisibleComment(comment, viewer)} or exists (
    select from social.comment as below where below.root_id = ${id} and ${isVisibleComment('below', viewer)})
    or exists (
    select from social.comment as below where below.branch_id = ${id} and ${isVisibleComment('below', viewer)}))`;
};

/** The fields of a visible comment that permission checks need: its author and position. */
export interface CommentHeader extends Pick<Comment, 'id' | 'postId' | 'rootId' | 'branchId' | 'mine'> {
  author: Pick<Person, 'id'>;
}

/**
 * Returns the header of a comment in one small query. A comment not visible to the viewer is treated as
 * missing.
 */
export async function getCommentHeader(
  app: App,
  viewer: Viewer | undefined,
  id: string,
): Promise<CommentHeader> {
  const row = await readablePosts(app.db, viewer)
    .innerJoin('social.comment as comment', 'comment.post_id', 'post.id')
    .leftJoin('social.comment_reaction as mine', (join) =>
      join.onRef('mine.comment_id', '=', 'comment.id').on('mine.account_id', '=', viewer?.id ?? null),
    )
    .where('comment.id', '=', id)
    .where(isVisibleComment('comment', viewer))
    .select(['comment.post_id as postId', 'comment.root_id as rootId', 'comment.branch_id as branchId'])
    .select(['comment.author_id', 'mine.kind as mine'])
    .executeTakeFirst();
  if (!row) throw missing(msg('Comment'));
  const { author_id, mine, ...place } = row;
  return { id, ...place, author: { id: author_id }, mine: mine as ReactionKind | null };
}

/**
 * Returns the given comments in the given order, on posts visible to the viewer, in one query. Comments not
 * visible to the viewer become gaps.
 */
export async function getEntries(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<CommentEntry[]> {
  if (ids.length === 0) return [];
  const rows = await selectEntries(app.db, viewer, { ids }, undefined);
  const entries = new Map(rows.map((row) => [row.comment_id, toEntry(app, row)]));
  return ids.flatMap((id) => entries.get(id) ?? []);
}

const selectEntries = compileForViewer((db, viewer, { ids }: { ids: readonly string[] }) =>
  readablePosts(db, viewer)
    .innerJoin('social.comment as comment', 'comment.post_id', 'post.id')
    .where('comment.id', '=', sql<string>`any(${ids}::bigint[])`)
    .leftJoin(livePeople('speaker'), (join) =>
      join.onRef('speaker.id', '=', 'comment.author_id').on(isVisibleComment('comment', viewer)),
    )
    .leftJoin('social.comment_reaction as mine', (join) =>
      join.onRef('mine.comment_id', '=', 'comment.id').on('mine.account_id', '=', viewer?.id ?? null),
    )
    .select(['speaker.id', 'speaker.username', 'speaker.first_name', 'speaker.last_name'])
    .select(['speaker.picture', 'speaker.picture_small', 'speaker.verified_at'])
    .select(['comment.id as comment_id', 'comment.post_id', 'comment.text', 'comment.deleted_at'])
    .select(['comment.root_id', 'comment.branch_id', 'comment.parent_id'])
    .select(['comment.created_at', 'comment.edited_at', 'comment.held_at', 'mine.kind as mine'])
    .select('comment.agent_name')
    .select(
      sql<boolean>`exists (select from social.membership as member where member.account_id = comment.author_id
        and member.ended_at is null and case when post.page_id is null then member.seller_id = post.author_id
          else member.page_id = post.page_id end)`.as('is_by_subscriber'),
    )
    .select(hiddenCountsOfComment('comment.id', viewer?.id ?? null).as('hidden'))
    .select((viewer ? mutedBy('comment.author_id', viewer.id) : sql<boolean>`false`).as('is_muted'))
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('social.mention as mention')
          .innerJoin(livePeople('named'), (join) => join.onRef('named.id', '=', 'mention.account_id'))
          .whereRef('mention.post_id', '=', 'comment.post_id')
          .whereRef('mention.comment_id', '=', 'comment.id')
          .select(['mention.as_written', 'named.username']),
      ).as('mentions'),
      talliesColumn('comment', 'comment.id').as('tallies'),
      jsonObjectFrom(
        eb
          .selectFrom('social.comment as answered')
          .innerJoin(livePeople('asked'), (join) => join.onRef('asked.id', '=', 'answered.author_id'))
          .whereRef('answered.id', '=', 'comment.parent_id')
          .where(isVisibleComment('answered', viewer))
          .where(sql<boolean>`answered.id is distinct from coalesce(comment.branch_id, comment.root_id)`)
          .select([sql<string>`answered.id::text`.as('id'), 'asked.username'])
          .select(['asked.first_name', 'asked.last_name']),
      ).as('answering'),
    ]),
);

type Row = Awaited<ReturnType<typeof selectEntries>>[number];

function toEntry(app: App, row: Row): CommentEntry {
  const place = { id: row.comment_id, rootId: row.root_id, branchId: row.branch_id };
  const { id, username, first_name, last_name } = row;
  const tallies = new Map(row.tallies.map(({ kind, n }) => [kind, n - (row.hidden?.[kind] ?? 0)]));
  const replies = tallies.get('replies') ?? 0;
  if (id === null || username === null || first_name === null || last_name === null)
    return { ...place, why: row.deleted_at === null ? 'hidden' : 'deleted', replies };
  return {
    ...place,
    postId: row.post_id,
    author: toPerson(app, { ...row, id, username, first_name, last_name }),
    text: row.text,
    mentions: new Map(row.mentions.map(({ as_written, username }) => [as_written, username])),
    createdAt: row.created_at,
    editedAt: row.edited_at,
    heldAt: row.held_at,
    agentName: row.agent_name,
    isBySubscriber: row.is_by_subscriber,
    parentId: row.parent_id,
    answering: row.answering && {
      id: row.answering.id,
      name: `${row.answering.first_name} ${row.answering.last_name}`.trim(),
      username: row.answering.username,
    },
    replies,
    reactions: Object.fromEntries([...tallies].filter(([kind, n]) => n > 0 && isReactionKind(kind))),
    mine: row.mine as ReactionKind | null,
    isMuted: row.is_muted,
    filteredBy: null,
  };
}

/** Whether the viewer moderates a post for its page or group. */
export const isOnTeam = ({ page, group }: Pick<PostHeader, 'page' | 'group'>): boolean =>
  Boolean(page?.role) || (group !== null && mayModerateGroup(group));

/**
 * Throws if the viewer cannot comment on a post: it is locked, its question is locked, it takes replies
 * instead of comments, or the viewer lacks access to its content.
 */
export function refuseClosed({
  kind,
  isClosed,
  isEntitled,
}: Pick<PostHeader, 'kind' | 'isClosed' | 'isEntitled'>): void {
  if (kind === 'thread' || kind === 'reply')
    throw new Problem('conflict', msg('Reply to the thread instead of commenting'));
  if (!isEntitled)
    throw new Problem('forbidden', msg('Only people who can read the whole post can comment on it'));
  if (isClosed) throw new Problem('forbidden', msg('Comments are closed'));
}

/** Whether comments are closed: the post or its question is locked, or the viewer is not a member of its group. */
export async function isClosed(
  app: App,
  viewer: Viewer | undefined,
  { id, parentId, lockedAt, group }: Pick<Post, 'id' | 'parentId' | 'lockedAt' | 'group'>,
): Promise<boolean> {
  if (group?.role === null) return true;
  return parentId === null ? lockedAt !== null : (await getPostHeader(app, viewer, id)).isClosed;
}
