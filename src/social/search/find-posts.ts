import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { notMuted } from '../people/between.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { areAtMost, inSlices, isBy, isInSlice, slicesBetween } from './slices.ts';

/** What is below a thread or a question is found with them. */
const kinds = {
  post: ['post'],
  article: ['article'],
  thread: ['thread', 'reply'],
  question: ['question', 'answer'],
} as const;

export type PostGroup = keyof typeof kinds;
export const postGroups = ['post', 'article', 'thread', 'question'] as const satisfies readonly PostGroup[];

export interface PostSearch {
  /** In PostgreSQL's terms; empty: all that the filters match. */
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
  limit: number;
}

/** What is in no more posts than this many times those wanted is read without slices. */
const rare = 8;
/** Of what is in no more posts than this, the index alone counts how many are in a group. */
const countable = 40_000;
/** Of one author so many of the newest are read one by one. */
const walked = 500;
/** With one hashtag, the newest are searched. */
const maxWithTag = 5000;
/** Greater than any. */
const highestId = '9223372036854775807';

/** As the index of the group has it. */
const isOfGroup = (group: PostGroup) =>
  sql<boolean>`post.deleted_at is null and post.kind in (${sql.join(kinds[group].map((kind) => sql.lit(kind)))})`;

/**
 * The posts of one group that match and that the viewer may see, the best first. The cost does not grow with what was ever
 * written: slices of ids are searched, the newest first, until enough is found. What is rare is read at once.
 */
export async function findPosts(
  app: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  search: PostSearch,
): Promise<string[]> {
  const [found = sql`array[]::text[]`] = await groupsOf(app, viewer, [search]);
  const { rows } = await sql<{ ids: string[] }>`select ${found} as ids`.execute(app.db);
  return rows[0]?.ids ?? [];
}

/**
 * The same for several groups, each an array in a statement of the caller's. Another one before it finds out where to look,
 * unless that is known.
 */
export async function groupsOf(
  { db }: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  searches: readonly PostSearch[],
): Promise<RawBuilder<string[]>[]> {
  const surveyed = await survey(db, searches);
  return searches.map((search, n) => {
    const ids = findNewest(db, viewer, search, surveyed[n] ?? nothingKnown);
    return sql<string[]>`array(select id::text from (${inOrder(search, ids)}) as each)`;
  });
}

/** What tells how to look for something, of which only the database knows how much there is. */
interface Surveyed {
  areFew: boolean;
  /** The newest id that slices start from; null: there is nothing for them. */
  top: string | null;
}

const nothingKnown: Surveyed = { areFew: false, top: null };

type Way = 'with tag' | 'latest' | 'rare' | 'to be counted' | 'common';

function wayOf({ words, about = Infinity, limit, authorId, tag }: PostSearch): Way {
  if (tag !== undefined) return 'with tag';
  if (words === '') return authorId === undefined ? 'latest' : 'common';
  if (about <= rare * limit) return 'rare';
  return about <= countable ? 'to be counted' : 'common';
}

async function survey(db: App['db'], searches: readonly PostSearch[]): Promise<Surveyed[]> {
  const columns = searches.flatMap((search, n) => {
    const way = wayOf(search);
    if (way !== 'to be counted' && way !== 'common') return [];
    const { maxId = highestId, authorId, limit } = search;
    const top =
      authorId === undefined
        ? sql`select max(id) from social.post where id < ${maxId}`
        : sql`select id - 1 from (${walk(search, authorId)}) as walked order by id desc offset ${sql.lit(walked - 1)}`;
    const isFew = way === 'common' ? sql`false` : areAtMost(rare * limit, isCandidate(search));
    return [sql`json_build_object('areFew', ${isFew}, 'top', (${top})::text) as ${sql.id(`known${n}`)}`];
  });
  if (columns.length === 0) return [];
  const { rows } = await sql<Record<string, Surveyed>>`select ${sql.join(columns)}`.execute(db);
  return searches.map((_, n) => rows[0]?.[`known${n}`] ?? nothingKnown);
}

function findNewest(
  db: App['db'],
  viewer: Viewer | undefined,
  search: PostSearch,
  { areFew, top }: Surveyed,
): RawBuilder<{ id: string }> {
  const { authorId, tag } = search;
  const way = wayOf(search);
  if (tag !== undefined) return withTag(db, viewer, search, tag);
  if (way === 'latest') return withoutWords(db, viewer, search);
  if (way === 'rare' || areFew) return newest(db, viewer, search);
  return authorId === undefined
    ? fromSlices(db, viewer, search, top)
    : ofAuthor(db, viewer, { ...search, authorId }, top);
}

/** What the index of the group knows. */
const isMatch = ({ words, group, authorId }: PostSearch) => sql<boolean>`${isOfGroup(group)}
  ${authorId === undefined ? sql`` : sql`and ${isBy(authorId)}`}
  ${words === '' ? sql`` : sql`and post.search @@ ${words}::tsquery`}`;

/** The index knows the words of a phrase and not their order: what has all of them has to be read. */
const isCandidate = (search: PostSearch) => isMatch({ ...search, words: withoutOrder(search.words) });

const withoutOrder = (words: string): string =>
  words.includes('!')
    ? words
    : words.replaceAll(/'(?:[^']|'')*'|<(?:-|\d+)>/g, (part) => (part.startsWith('<') ? '&' : part));

/** What else is asked of a post, in its own columns and in few rows beside it. */
function isWanted(
  viewer: Viewer | undefined,
  { authorId, forumId, isSolved, minId, maxId }: PostSearch,
): RawBuilder<boolean> {
  return sql`true
    ${authorId === undefined ? sql`` : sql`and post.page_id is null`}
    ${
      // Of people whom they mute only where those are named.
      viewer === undefined || authorId !== undefined
        ? sql``
        : sql`and (post.page_id is not null or ${notMuted('post.author_id', viewer.id)})`
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
  top: string | null,
): RawBuilder<{ id: string }> {
  const { limit, minId = '0', group } = search;
  const slices = slicesBetween(BigInt(minId), BigInt(top ?? 0));
  const matching = newest(db, viewer, search, isInSlice);
  return sql`(${inSlices(slices, isOfGroup(group), isCandidate(search), matching, limit)})`;
}

/** The newest of all that match. `materialized`: they are found by the index of the group, whatever PostgreSQL estimates. */
const newest = (db: App['db'], viewer: Viewer | undefined, search: PostSearch, isIn = sql<boolean>`true`) =>
  visibleAmong(
    db,
    viewer,
    sql`with matched as materialized (
      select post.id from social.post as post where ${isMatch(search)} and ${isIn} and ${isWanted(viewer, search)}
    ) select id from matched order by id desc`,
    search.limit,
  );

/** Those of a list that the viewer may see, in its order, one by one until enough are found. */
function visibleAmong(
  db: App['db'],
  viewer: Viewer | undefined,
  list: RawBuilder<unknown>,
  limit: number,
  isWanted = sql<boolean>`true`,
): RawBuilder<{ id: string }> {
  const visible = visiblePosts(db, viewer)
    .where(sql<boolean>`post.id = list.id`)
    .where(isWanted)
    .limit(1)
    .select('post.id');
  return sql`(select found.id from (${list}) as list cross join lateral ${visible} as found limit ${sql.lit(limit)})`;
}

const matchingAmong = (
  db: App['db'],
  viewer: Viewer | undefined,
  search: PostSearch,
  list: RawBuilder<unknown>,
) =>
  visibleAmong(
    db,
    viewer,
    list,
    search.limit,
    sql<boolean>`${isMatch(search)} and ${isWanted(viewer, search)}`,
  );

/** The newest posts of an author. */
function walk({ group, minId, maxId }: PostSearch, authorId: string): RawBuilder<unknown> {
  const ofKind = kinds[group].map(
    (
      kind,
    ) => sql`(select id from social.post where author_id = ${authorId} and kind = ${sql.lit(kind)} and deleted_at is null
      and id >= ${minId ?? '0'} and id < ${maxId ?? highestId} order by id desc limit ${sql.lit(walked)})`,
  );
  return sql`select id from (${sql.join(ofKind, sql` union all `)}) as each
    order by id desc limit ${sql.lit(walked)}`;
}

/** The newest of the author are read until enough match; those before them are looked up in the index. */
function ofAuthor(
  db: App['db'],
  viewer: Viewer | undefined,
  search: PostSearch & { authorId: string },
  top: string | null,
): RawBuilder<{ id: string }> {
  const found = matchingAmong(db, viewer, search, walk(search, search.authorId));
  if (top === null) return found;
  const before = { ...search, maxId: String(BigInt(top) + 1n) };
  return sql`(select id from (${found} union all ${fromSlices(db, viewer, before, top)}) as every
    limit ${sql.lit(search.limit)})`;
}

const withTag = (db: App['db'], viewer: Viewer | undefined, search: PostSearch, tag: string) =>
  matchingAmong(
    db,
    viewer,
    search,
    sql`select post_id as id from social.hashtag where tag = ${tag} order by post_id desc limit ${sql.lit(maxWithTag)}`,
  );

/** In the index by kind; what is below is not what somebody means who gave no word. */
const withoutWords = (db: App['db'], viewer: Viewer | undefined, search: PostSearch) =>
  sql<{ id: string }>`${visiblePosts(db, viewer)
    .where(isWanted(viewer, search))
    .where('post.kind', '=', search.group)
    .where('post.privacy', '=', 'public')
    .orderBy('post.id', 'desc')
    .limit(search.limit)
    .select('post.id')}`;

/** Weighs titles above texts; what weighs about the same is in order of time. */
const inOrder = ({ words, sort }: PostSearch, ids: RawBuilder<{ id: string }>) =>
  words === '' || sort === 'newest'
    ? ids
    : sql`select id from social.post where id = any(array(${ids}))
        order by round(ts_rank(search, ${words}::tsquery, 1)::numeric, 2) desc, id desc`;
