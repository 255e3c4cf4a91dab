import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { mutedBy } from '../people/between.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { inSlices, isBy, isFew, isInSlice, slicesBetween } from './slices.ts';

/** What is below a thread or a question is found with them. */
const kinds = {
  post: ['post'],
  article: ['article'],
  thread: ['thread', 'reply'],
  question: ['question', 'answer'],
} as const;

export type PostGroup = keyof typeof kinds;
export const postGroups = ['post', 'article', 'thread', 'question'] as const satisfies readonly PostGroup[];

interface PostSearch {
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
const rare = 4;
/** Of what is in no more posts than this, the index alone counts how many are in a group. */
const countable = 20_000;
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
  { db }: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  search: PostSearch,
): Promise<string[]> {
  return inOrder(db, search, await findNewest(db, viewer, search));
}

async function findNewest(db: App['db'], viewer: Viewer | undefined, search: PostSearch): Promise<string[]> {
  const { words, about = Infinity, limit, authorId, tag } = search;
  if (tag !== undefined) return ids(db, withTag(db, viewer, search, tag));
  if (words === '' && authorId === undefined) return ids(db, withoutWords(db, viewer, search));
  if (
    words !== '' &&
    (about <= rare * limit || (about <= countable && (await isFew(db, isCandidate(search)))))
  )
    return ids(db, newest(db, viewer, search));
  return authorId === undefined
    ? fromSlices(db, viewer, search)
    : ofAuthor(db, viewer, { ...search, authorId });
}

async function ids(db: App['db'], query: RawBuilder<{ id: string }>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ id }) => id);
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

async function fromSlices(db: App['db'], viewer: Viewer | undefined, search: PostSearch): Promise<string[]> {
  const { limit, maxId = highestId, minId = '0' } = search;
  const { rows } = await sql<{ top: string | null }>`
    select max(id) as top from social.post where id < ${maxId}`.execute(db);
  const slices = slicesBetween(BigInt(minId), BigInt(rows[0]?.top ?? 0));
  return ids(
    db,
    inSlices(
      slices,
      isOfGroup(search.group),
      isCandidate(search),
      newest(db, viewer, search, isInSlice),
      limit,
    ),
  );
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

/** The newest of the author are read until enough match; those before them are looked up in the index. */
async function ofAuthor(
  db: App['db'],
  viewer: Viewer | undefined,
  search: PostSearch & { authorId: string },
): Promise<string[]> {
  const { authorId, group, limit, maxId, minId } = search;
  const ofKind = kinds[group].map(
    (
      kind,
    ) => sql`(select id from social.post where author_id = ${authorId} and kind = ${sql.lit(kind)} and deleted_at is null
      and id >= ${minId ?? '0'} and id < ${maxId ?? highestId} order by id desc limit ${sql.lit(walked)})`,
  );
  const list = sql`select id from (${sql.join(ofKind, sql` union all `)}) as each
    order by id desc limit ${sql.lit(walked)}`;
  const found = await ids(db, matchingAmong(db, viewer, search, list));
  if (found.length >= limit) return found;
  const [oldest] = await ids(
    db,
    sql`select id from (${list}) as list order by id desc offset ${sql.lit(walked - 1)}`,
  );
  if (oldest === undefined) return found;
  const before = { ...search, maxId: oldest, limit: limit - found.length };
  return [...found, ...(await fromSlices(db, viewer, before))];
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
async function inOrder(db: App['db'], { words, sort }: PostSearch, found: string[]): Promise<string[]> {
  if (words === '' || sort === 'newest' || found.length < 2) return found;
  return ids(
    db,
    sql<{ id: string }>`select id from social.post where id = any(${found}::bigint[])
      order by round(ts_rank(search, ${words}::tsquery, 1)::numeric, 2) desc, id desc`,
  );
}
