import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { mutedBy } from '../people/blocks/between.ts';
import { visiblePosts } from '../posts/reading/visible.ts';

export type PostGroup = 'post' | 'article' | 'thread' | 'question';

interface PostSearch {
  /** In PostgreSQL's terms; empty: all that the filters let through. */
  words: string;
  /** In about how many posts that is; undefined: nobody knows. */
  about?: number | undefined;
  group: PostGroup;
  authorId?: string | undefined;
  tag?: string | undefined;
  forumId?: string | undefined;
  isSolved?: true | undefined;
  /** Ids between which they are: what was written between two times. */
  minId?: string | undefined;
  maxId?: string | undefined;
  sort: 'relevance' | 'newest';
  /** How many are found at the most. Of more, the newest are the ones that are put in order. */
  most: number;
}

/** Ids in a slice of the index, and how many slices are searched one by one. */
const slice = 4096;
const mostSlices = 32;
/** Of what is in no more posts than this, all are looked at together. */
const rare = 1000;
/** Of one author, or with one hashtag, the newest are searched. */
const mostOfSource = 5000;

const groupOf = sql`(case post.kind when 'reply' then 'thread' when 'answer' then 'question' else post.kind end)`;

/**
 * The posts of one group that match and that the viewer may see, the best first. The cost does not grow with what was ever
 * written: newest slices of ids are searched until enough is found, which for a common word is at once. Of what is known
 * to be rare, or was not found often in the last hundred thousand posts, all that have it are looked at together.
 */
export async function findPosts(
  { db }: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  search: PostSearch,
): Promise<string[]> {
  const { words, about = Infinity, most, authorId, tag } = search;
  if (words === '' || authorId !== undefined || tag !== undefined)
    return inOrder(db, search, await ids(db, fromSource(db, viewer, search)));
  if (about <= rare) return inOrder(db, search, await ids(db, fromAll(db, viewer, search)));
  const newest = await ids(db, fromSlices(db, viewer, search));
  return inOrder(db, search, newest.length >= most ? newest : await ids(db, fromAll(db, viewer, search)));
}

async function ids(db: App['db'], query: RawBuilder<{ id: string }>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ id }) => id);
}

const isMatch = ({ words }: PostSearch) => sql<boolean>`post.search @@ ${words}::tsquery`;

/** What else is asked of a post, in its own columns and in few rows beside it. */
function isWanted(
  viewer: Viewer | undefined,
  { group, authorId, forumId, isSolved, minId, maxId }: PostSearch,
): RawBuilder<boolean> {
  return sql`${groupOf} = ${group}
    ${
      // Of people whom they mute only where those are named.
      viewer === undefined || authorId !== undefined
        ? sql``
        : sql`and (post.page_id is not null or not ${mutedBy('post.author_id', viewer.id)})`
    }
    ${minId === undefined ? sql`` : sql`and post.id >= ${minId}`}
    ${maxId === undefined ? sql`` : sql`and post.id < ${maxId}`}
    ${
      forumId === undefined
        ? sql``
        : sql`and exists (select from social.thread as thread
            where thread.post_id = coalesce(post.parent_id, post.id) and thread.forum_id = ${forumId})`
    }
    ${
      isSolved
        ? sql`and exists (select from social.question as question
            where question.post_id = coalesce(post.parent_id, post.id) and question.solved_at is not null)`
        : sql``
    }`;
}

function fromSlices(
  db: App['db'],
  viewer: Viewer | undefined,
  search: PostSearch,
): RawBuilder<{ id: string }> {
  const { most, maxId, minId } = search;
  const matching = visiblePosts(db, viewer)
    .where(sql<boolean>`post.id / ${sql.lit(slice)} = slice.n`)
    .where(isMatch(search))
    .where(isWanted(viewer, search))
    .orderBy('post.id', 'desc')
    .limit(most)
    .select('post.id');
  const top = sql`(select least(max(id), ${maxId ?? null}::bigint) from social.post)`;
  return sql`select found.id from generate_series(
      ${top} / ${sql.lit(slice)},
      greatest(${minId ?? 0}::bigint / ${sql.lit(slice)}, ${top} / ${sql.lit(slice)} - ${sql.lit(mostSlices - 1)}), -1
    ) as slice (n) cross join lateral ${matching} as found limit ${most}`;
}

function fromAll(db: App['db'], viewer: Viewer | undefined, search: PostSearch): RawBuilder<{ id: string }> {
  const visible = visiblePosts(db, viewer)
    .innerJoin(sql<{ id: string }>`matched`.as('matched'), (join) =>
      join.on(sql`matched.id`, '=', sql`post.id`),
    )
    .orderBy(sql`matched.id`, 'desc')
    .limit(search.most)
    .select('post.id');
  return sql`with matched as materialized (
      select post.id from social.post as post
      where post.deleted_at is null and ${isMatch(search)} and ${isWanted(viewer, search)}
    ) ${visible}`;
}

/** Of one author, with one hashtag, or without any word: the newest of those, however many match. */
function fromSource(
  db: App['db'],
  viewer: Viewer | undefined,
  search: PostSearch,
): RawBuilder<{ id: string }> {
  const { words, authorId, tag, group, most } = search;
  const source =
    tag !== undefined
      ? sql`select post_id as id from social.hashtag where tag = ${tag} order by post_id desc limit ${mostOfSource}`
      : authorId !== undefined
        ? sql`select id from social.post where author_id = ${authorId} and deleted_at is null
            order by id desc limit ${mostOfSource}`
        : undefined;
  const plain = visiblePosts(db, viewer)
    .where(isWanted(viewer, search))
    .$if(words !== '', (query) => query.where(isMatch(search)))
    .$if(authorId !== undefined, (query) =>
      query.where('post.author_id', '=', authorId ?? '').where('post.page_id', 'is', null),
    )
    .orderBy('post.id', 'desc')
    .limit(most)
    .select('post.id');
  if (source)
    return sql`select id from ${plain.where(sql<boolean>`post.id in (select id from (${source}) as source)`)} as found`;
  // In the index by kind; what hangs below is not what somebody means who gave no word.
  return sql`select id from ${plain.where('post.kind', '=', group).where('post.privacy', '=', 'public')} as found`;
}

/** Weighs titles above texts; what weighs about the same is in order of time. */
async function inOrder(db: App['db'], { words, sort }: PostSearch, found: string[]): Promise<string[]> {
  if (words === '' || sort === 'newest' || found.length < 2) return found;
  return ids(
    db,
    sql<{ id: string }>`select id from social.post where id = any(${found}::bigint[])
      order by round(ts_rank(search, ${words}::tsquery, 1)::numeric, 2) desc, id desc`,
  );
}
