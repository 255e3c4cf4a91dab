import { sql, type RawBuilder } from 'kysely';
import type { App, Viewer } from '../../platform/app.ts';
import { notMuted } from '../people/person.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { inSlices, isBy, levelFor, levelForAuthor } from './slices.ts';

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
const rare = 4;
/** Number of an author's newest posts that are scanned. If there are fewer, all matches are read at once. */
const walked = 500;
/** Number of the newest posts with a hashtag that are searched. */
const maxWithTag = 5000;
/** Number of the newest threads of a forum that are searched without words. */
const maxInForum = 5000;
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
  const { rows } = await sql<{ ids: string[] }>`select ${postsFound(app, viewer, search)} as ids`.execute(
    app.db,
  );
  return rows[0]?.ids ?? [];
}

/** SQL: like `findPosts`, as an array. */
export const postsFound = ({ db }: Pick<App, 'db'>, viewer: Viewer | undefined, search: PostSearch) =>
  sql<string[]>`array(select id::text from (${inOrder(search, findNewest(db, viewer, search))}) as each)`;

function findNewest(
  db: App['db'],
  viewer: Viewer | undefined,
  search: PostSearch,
): RawBuilder<{ id: string }> {
  const { words, group, authorId, tag, forumId, isSolved, about = Infinity, limit } = search;
  // Only threads are in forums, and only questions are solved.
  const isEmpty = (forumId !== undefined && group !== 'thread') || (isSolved && group !== 'question');
  if (isEmpty) return sql`(select null::bigint as id, 0 as rank where false)`;
  if (tag !== undefined) return withTag(db, viewer, search, tag);
  if (words === '' && authorId === undefined && forumId !== undefined)
    return inForum(db, viewer, search, forumId);
  if (words === '')
    return authorId === undefined
      ? withoutWords(db, viewer, search)
      : allByAuthor(db, viewer, { ...search, authorId });
  if (about <= rare * limit) return newest(db, viewer, search);
  const start =
    authorId === undefined ? fromNewest(search, about) : fromNewestOfAuthor({ ...search, authorId });
  return fromSlices(db, viewer, search, start);
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
  start: RawBuilder<unknown>,
): RawBuilder<{ id: string }> {
  const { authorId, words, limit, minId = '0' } = search;
  const isInOrder = withoutOrder(words) === words ? sql`` : sql`and post.search @@ ${words}::tsquery`;
  const list = inSlices({
    isMatch: isCandidate(search),
    isWanted: sql<boolean>`${isWanted(viewer, search)} ${isInOrder}`,
    start,
    authorId,
    minId,
    limit,
  });
  return visibleAmong(db, viewer, search, list);
}

function fromNewest({ maxId = highestId, limit }: PostSearch, about: number): RawBuilder<unknown> {
  const level = levelFor(about, sql`newest.id`, limit);
  return sql`select id + 1 as below, ${level} as level
    from (select max(id) as id from social.post where id < ${maxId}) as newest`;
}

const fromNewestOfAuthor = (search: PostSearch & { authorId: string }) =>
  sql`select max(id) + 1 as below, ${levelForAuthor(sql<boolean>`count(*) < ${sql.lit(walked)}`)} as level
    from (${scanAuthor(search)}) as scanned`;

/** The newest matches. `materialized` forces the use of the group's index, regardless of estimates. */
const newest = (db: App['db'], viewer: Viewer | undefined, search: PostSearch) =>
  visibleAmong(
    db,
    viewer,
    search,
    sql`with matched as materialized (
      select post.id from social.post as post where ${isMatch(search)} and ${isWanted(viewer, search)}
    ) select id from matched order by id desc`,
  );

/** The visible posts of a list, in order, checked one by one until enough are found, with their ranks. */
function visibleAmong(
  db: App['db'],
  viewer: Viewer | undefined,
  { words, limit }: PostSearch,
  list: RawBuilder<unknown>,
  isWanted = sql<boolean>`true`,
): RawBuilder<{ id: string }> {
  const visible = visiblePosts(db, viewer)
    .where(sql<boolean>`post.id = list.id`)
    .where(isWanted)
    .limit(1)
    .select(['post.id', rankOf(words).as('rank')]);
  return sql`(select found.id, found.rank from (${list}) as list cross join lateral ${visible} as found
    limit ${sql.lit(limit)})`;
}

const matchingAmong = (
  db: App['db'],
  viewer: Viewer | undefined,
  search: PostSearch,
  list: RawBuilder<unknown>,
) => visibleAmong(db, viewer, search, list, sql<boolean>`${isMatch(search)} and ${isWanted(viewer, search)}`);

/** The newest posts of an author. */
function scanAuthor({
  group,
  minId,
  maxId,
  authorId,
}: PostSearch & { authorId: string }): RawBuilder<unknown> {
  const ofKind = kinds[group].map(
    (
      kind,
    ) => sql`(select id from social.post where author_id = ${authorId} and kind = ${sql.lit(kind)} and deleted_at is null
      and id >= ${minId ?? '0'} and id < ${maxId ?? highestId} order by id desc limit ${sql.lit(walked)})`,
  );
  return sql`select id from (${sql.join(ofKind, sql` union all `)}) as each
    order by id desc limit ${sql.lit(walked)}`;
}

/** Scans the author's newest posts until enough are found. Older posts are found by the index. */
function allByAuthor(
  db: App['db'],
  viewer: Viewer | undefined,
  search: PostSearch & { authorId: string },
): RawBuilder<{ id: string }> {
  const scanned = scanAuthor(search);
  const start = sql`select (select id from (${scanned}) as scanned order by id desc offset ${sql.lit(walked - 1)}) as below,
    ${levelForAuthor(sql<boolean>`false`)} as level`;
  return sql`(select id from (${matchingAmong(db, viewer, search, scanned)}
    union all ${fromSlices(db, viewer, search, start)}) as every limit ${sql.lit(search.limit)})`;
}

const withTag = (db: App['db'], viewer: Viewer | undefined, search: PostSearch, tag: string) =>
  matchingAmong(
    db,
    viewer,
    search,
    sql`select post_id as id from social.hashtag where tag = ${tag} order by post_id desc limit ${sql.lit(maxWithTag)}`,
  );

/** The newest threads of a forum, by its index. */
const inForum = (db: App['db'], viewer: Viewer | undefined, search: PostSearch, forumId: string) =>
  matchingAmong(
    db,
    viewer,
    search,
    sql`select post_id as id from social.thread where forum_id = ${forumId}
      and post_id >= ${search.minId ?? '0'} and post_id < ${search.maxId ?? highestId}
      order by post_id desc limit ${sql.lit(maxInForum)}`,
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
const inOrder = ({ words, sort }: PostSearch, found: RawBuilder<{ id: string }>) =>
  words === '' || sort === 'newest'
    ? found
    : sql`select id from ${found} as ranked order by rank desc, id desc`;

const rankOf = (words: string) =>
  words === '' ? sql<number>`0` : sql<number>`round(ts_rank(post.search, ${words}::tsquery, 1)::numeric, 2)`;
