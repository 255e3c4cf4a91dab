import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { notMuted } from '../people/between.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { areAtMost, inSlices, isBy, isInSlice, slicesBetween } from './slices.ts';

/** Replies and answers are grouped with threads and questions. */
const kinds = {
  post: ['post'],
  article: ['article'],
  thread: ['thread', 'reply'],
  question: ['question', 'answer'],
} as const;

export type PostGroup = keyof typeof kinds;
export const postGroups = ['post', 'article', 'thread', 'question'] as const satisfies readonly PostGroup[];

export interface PostSearch {
  /** As a PostgreSQL tsquery. Empty to match everything the filters allow. */
  words: string;
  /** Approximate number of matching posts. Undefined if unknown. */
  about?: number | undefined;
  group: PostGroup;
  authorId?: string | undefined;
  tag?: string | undefined;
  forumId?: string | undefined;
  isSolved?: true | undefined;
  /** Range of ids, which corresponds to a period. */
  minId?: string | undefined;
  maxId?: string | undefined;
  sort: 'relevance' | 'newest';
  /** Maximum number of results. If there are more matches, only the newest are ranked. */
  limit: number;
}

/** Queries matching at most this multiple of the limit are read without slices. */
const rare = 8;
/** Up to this number of matches, the matches in a group are counted in the index. */
const countable = 40_000;
/** Number of an author's newest posts that are scanned. */
const walked = 500;
/** Number of the newest posts with a hashtag that are searched. */
const maxWithTag = 5000;
/** The maximum ID. */
const highestId = '9223372036854775807';

/** Matches the condition of the group's partial index. */
const isOfGroup = (group: PostGroup) =>
  sql<boolean>`post.deleted_at is null and post.kind in (${sql.join(kinds[group].map((kind) => sql.lit(kind)))})`;

/**
 * Returns the matching posts of a group that are visible to the viewer, best first. The cost is independent
 * of the total number of posts: slices of ids are searched newest first until enough are found. Rare matches
 * are read at once.
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
 * SQL: the results of several groups, each as an array for the caller's statement. If necessary, runs another
 * statement first to survey the matches.
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

/** Survey of the matches in a group, used to plan the search. */
interface Surveyed {
  areFew: boolean;
  /** The newest id at which slices start. Null if there are no matches for them. */
  top: string | null;
}

const nothingKnown: Surveyed = { areFew: false, top: null };

type Way = 'with tag' | 'latest' | 'rare' | 'to be counted' | 'common';

function planOf({ words, about: estimatedCount = Infinity, limit, authorId, tag }: PostSearch): Way {
  if (tag !== undefined) return 'with tag';
  if (words === '') return authorId === undefined ? 'latest' : 'common';
  if (estimatedCount <= rare * limit) return 'rare';
  return estimatedCount <= countable ? 'to be counted' : 'common';
}

async function survey(db: App['db'], searches: readonly PostSearch[]): Promise<Surveyed[]> {
  const columns = searches.flatMap((search, n) => {
    const way = planOf(search);
    if (way !== 'to be counted' && way !== 'common') return [];
    const { maxId = highestId, authorId, limit } = search;
    const top =
      authorId === undefined
        ? sql`select max(id) from social.post where id < ${maxId}`
        : sql`select id - 1 from (${scanAuthor(search, authorId)}) as walked order by id desc offset ${sql.lit(walked - 1)}`;
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
  const way = planOf(search);
  if (tag !== undefined) return withTag(db, viewer, search, tag);
  if (way === 'latest') return withoutWords(db, viewer, search);
  if (way === 'rare' || areFew) return newest(db, viewer, search);
  return authorId === undefined
    ? fromSlices(db, viewer, search, top)
    : ofAuthor(db, viewer, { ...search, authorId }, top);
}

/** Conditions covered by the group's index. */
const isMatch = ({ words, group, authorId }: PostSearch) => sql<boolean>`${isOfGroup(group)}
  ${authorId === undefined ? sql`` : sql`and ${isBy(authorId)}`}
  ${words === '' ? sql`` : sql`and post.search @@ ${words}::tsquery`}`;

/** The index covers the words of a phrase but not their order, so posts with all words must be read. */
const isCandidate = (search: PostSearch) => isMatch({ ...search, words: withoutOrder(search.words) });

const withoutOrder = (words: string): string =>
  words.includes('!')
    ? words
    : words.replaceAll(/'(?:[^']|'')*'|<(?:-|\d+)>/g, (part) => (part.startsWith('<') ? '&' : part));

/** Conditions not covered by the index, on the post and a few related rows. */
function isWanted(
  viewer: Viewer | undefined,
  { authorId, forumId, isSolved, minId, maxId }: PostSearch,
): RawBuilder<boolean> {
  return sql`true
    ${authorId === undefined ? sql`` : sql`and post.page_id is null`}
    ${
      // Excludes muted people, unless the search names an author.
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

/** The newest matches. `materialized` forces the use of the group's index, regardless of estimates. */
const newest = (db: App['db'], viewer: Viewer | undefined, search: PostSearch, isIn = sql<boolean>`true`) =>
  visibleAmong(
    db,
    viewer,
    sql`with matched as materialized (
      select post.id from social.post as post where ${isMatch(search)} and ${isIn} and ${isWanted(viewer, search)}
    ) select id from matched order by id desc`,
    search.limit,
  );

/** The visible posts of a list, in order, checked one by one until enough are found. */
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
function scanAuthor({ group, minId, maxId }: PostSearch, authorId: string): RawBuilder<unknown> {
  const ofKind = kinds[group].map(
    (
      kind,
    ) => sql`(select id from social.post where author_id = ${authorId} and kind = ${sql.lit(kind)} and deleted_at is null
      and id >= ${minId ?? '0'} and id < ${maxId ?? highestId} order by id desc limit ${sql.lit(walked)})`,
  );
  return sql`select id from (${sql.join(ofKind, sql` union all `)}) as each
    order by id desc limit ${sql.lit(walked)}`;
}

/** Scans the author's newest posts until enough match. Older posts are found by the index. */
function ofAuthor(
  db: App['db'],
  viewer: Viewer | undefined,
  search: PostSearch & { authorId: string },
  top: string | null,
): RawBuilder<{ id: string }> {
  const found = matchingAmong(db, viewer, search, scanAuthor(search, search.authorId));
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

/** Uses the index by kind. Searches without words exclude replies and answers. */
const withoutWords = (db: App['db'], viewer: Viewer | undefined, search: PostSearch) =>
  sql<{ id: string }>`${visiblePosts(db, viewer)
    .where(isWanted(viewer, search))
    .where('post.kind', '=', search.group)
    .where('post.privacy', '=', 'public')
    .orderBy('post.id', 'desc')
    .limit(search.limit)
    .select('post.id')}`;

/** Ranks titles above texts. Similar ranks are sorted by time. */
const inOrder = ({ words, sort }: PostSearch, ids: RawBuilder<{ id: string }>) =>
  words === '' || sort === 'newest'
    ? ids
    : sql`select id from social.post where id = any(array(${ids}))
        order by round(ts_rank(search, ${words}::tsquery, 1)::numeric, 2) desc, id desc`;
