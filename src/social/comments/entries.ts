import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { livePeople } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { mutedBy } from '../people/between.ts';
import { toPerson } from '../people/person.ts';
import { hiddenCountsOfComment } from '../posts/reading/count-hidden.ts';
import { readablePosts } from '../posts/reading/visible.ts';
import { isReactionKind, type ReactionKind } from '../tallies/reaction-kinds.ts';
import { talliesOf } from '../tallies/tallies-of.ts';
import type { Entry } from './comment.ts';
import { isVisibleComment } from './visible-comments.ts';

/**
 * Returns the given comments in the given order, on posts visible to the viewer, in one query. Comments not
 * visible to the viewer become gaps.
 */
export async function getEntries(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<Entry[]> {
  if (ids.length === 0) return [];
  const rows = await select(app, viewer)
    .where('comment.id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  const entries = new Map(rows.map((row) => [row.comment_id, toEntry(app, row)]));
  return ids.flatMap((id) => entries.get(id) ?? []);
}

const select = (app: App, viewer: Viewer | undefined) =>
  readablePosts(app.db, viewer)
    .innerJoin('social.comment as comment', 'comment.post_id', 'post.id')
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
      talliesOf('comment', 'comment.id').as('tallies'),
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
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function toEntry(app: App, row: Row): Entry {
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
  };
}
