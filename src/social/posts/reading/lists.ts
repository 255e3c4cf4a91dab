import { sql } from 'kysely';
import { toTag } from '../../../kernel/typed-text/tokens.ts';
import type { App, Asker, Viewer } from '../../../platform/app.ts';
import { compileForViewer, whenGiven } from '../../../platform/database/queries.ts';
import type { CursorPage, NumberedPage } from '../../../platform/database/queries.ts';
import type { FilterContext } from '../../filters/filters.ts';
import { getRelation, type Relation } from '../../people/relation.ts';
import type { Post } from '../post.ts';
import type { PhotoInList } from '../records/post-parts.ts';
import { getPosts } from './get-posts.ts';
import { isOfPageOrNotMuted, visiblePosts } from './visible.ts';

export const postsOnPage = 20;

/**
 * A page of a list of posts: those older than a cursor, or a page number from 0 for clients that use numbers.
 */
export interface PostListPart {
  before?: string | undefined;
  page?: number | undefined;
}

/** A page of a list of posts, newest first. */
export type PageOfPosts = CursorPage<Post>;

/** Number of ids to find for a page. One extra id detects older posts. */
export const idsNeeded = ({ page = 0 }: PostListPart) => (page + 1) * postsOnPage + 1;

/** Returns the page of a list from its newest ids. */
export async function toPostPage(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
  { page = 0 }: PostListPart,
  context?: FilterContext,
): Promise<PageOfPosts> {
  const shown = ids.slice(page * postsOnPage, (page + 1) * postsOnPage);
  return {
    items: await getPosts(app, viewer, shown, context),
    next: ids.length > (page + 1) * postsOnPage ? shown.at(-1) : undefined,
  };
}

/**
 * Returns a function that returns a page of a list of visible posts, newest first. `choose` adds the conditions of the
 * list, once for each shape (see `compileOnce`). `context`: where the viewer's keyword filters apply.
 */
export function pagesOf<Values extends object>(
  choose: (
    posts: ReturnType<typeof visiblePosts>,
    viewer: Asker | undefined,
    values: Values,
  ) => ReturnType<typeof visiblePosts>,
  context?: FilterContext,
): (app: App, viewer: Viewer | undefined, values: Values, part: PostListPart) => Promise<PageOfPosts> {
  const select = compileForViewer(
    (db, viewer, values: Values & Pick<PostListPart, 'before'>, { limit }: { limit: number }) =>
      choose(visiblePosts(db, viewer), viewer, values)
        .$call(whenGiven(values.before, (query, before) => query.where('post.id', '<', before)))
        .orderBy('post.id', 'desc')
        .limit(sql.lit(limit))
        .select('post.id'),
  );
  return async (app, viewer, values, part) => {
    const shape = { limit: idsNeeded(part) };
    return pageOfRows(
      app,
      viewer,
      await select(app.db, viewer, { ...values, before: part.before }, shape),
      part,
      context,
    );
  };
}

/** Returns the page of a list from rows limited to `idsNeeded`. */
export const pageOfRows = (
  app: App,
  viewer: Viewer | undefined,
  rows: readonly { id: string }[],
  part: PostListPart,
  context?: FilterContext,
): Promise<PageOfPosts> =>
  toPostPage(
    app,
    viewer,
    rows.map(({ id }) => id),
    part,
    context,
  );

/**
 * Returns a person's posts visible to the viewer, newest first. `known`: the viewer's relationship to them,
 * if loaded.
 */
export async function listPostsOf(
  app: App,
  viewer: Viewer | undefined,
  authorId: string,
  part: PostListPart = {},
  known?: Relation,
): Promise<PageOfPosts> {
  const { isMe, friendship } = known ?? (await getRelation(app, viewer, authorId));
  const isClose = isMe || friendship === 'friends';
  return (isClose ? postsOf : openPostsOf)(app, viewer, { authorId }, part);
}

const byAuthor = (posts: ReturnType<typeof visiblePosts>, authorId: string) =>
  posts
    .where('post.author_id', '=', authorId)
    .where('post.parent_id', 'is', null)
    .where('post.page_id', 'is', null)
    .where('post.group_id', 'is', null);

const postsOf = pagesOf(
  (posts, _viewer, { authorId }: { authorId: string }) => byAuthor(posts, authorId),
  'profiles',
);

/** Repeats conditions for a partial index, so that a query for visitors does not scan posts for friends. */
const openPostsOf = pagesOf(
  (posts, _viewer, { authorId }: { authorId: string }) =>
    byAuthor(posts, authorId).where('post.privacy', '=', 'public').where('post.held_at', 'is', null),
  'profiles',
);

/**
 * Returns the posts with a hashtag visible to the viewer, newest first. Excludes muted people, except for
 * posts of pages.
 */
export async function listTagged(
  app: App,
  viewer: Viewer | undefined,
  word: string,
  part: PostListPart = {},
): Promise<PageOfPosts> {
  const rows = await visiblePosts(app.db, viewer)
    .innerJoin('social.hashtag as hashtag', 'hashtag.post_id', 'post.id')
    .where('hashtag.tag', '=', toTag(word))
    .where(isOfPageOrNotMuted(viewer))
    .$call(whenGiven(part.before, (query, before) => query.where('hashtag.post_id', '<', before)))
    .orderBy('hashtag.post_id', 'desc')
    .limit(idsNeeded(part))
    .select('post.id')
    .execute();
  return pageOfRows(app, viewer, rows, part, 'feeds');
}

/** Returns the photos of a person's posts visible to the viewer, newest post first. */
export const listPhotos = (app: App, viewer: Viewer | undefined, authorId: string, page = 0) =>
  photosOf(
    app,
    visiblePosts(app.db, viewer)
      .where('post.author_id', '=', authorId)
      .where('post.parent_id', 'is', null)
      .where('post.page_id', 'is', null)
      .where('post.group_id', 'is', null),
    { page, onPage: 20 },
  );

/** Returns the photos of posts. Pages count from 0. */
export async function photosOf(
  app: App,
  posts: ReturnType<typeof visiblePosts>,
  { page, onPage }: { page: number; onPage: number },
): Promise<NumberedPage<PhotoInList>> {
  const rows = await posts
    .innerJoin('social.photo as photo', 'photo.post_id', 'post.id')
    .orderBy('post.id', 'desc')
    .orderBy('photo.position')
    .offset(page * onPage)
    .limit(onPage + 1)
    .select(['photo.id', 'photo.post_id', 'photo.path', 'photo.small_path'])
    .select(['photo.width', 'photo.height', 'photo.alt'])
    .execute();
  return {
    items: rows.slice(0, onPage).map(({ id, post_id, path, small_path, ...photo }) => ({
      id,
      photo_id: id,
      post_id,
      source: app.files.address(path),
      thumbnail: app.files.address(small_path),
      ...photo,
      url: `${app.config.plazaUrl}/posts/${post_id}`,
    })),
    hasMore: rows.length > onPage,
  };
}

/** Returns the hashtags of posts by post id, in order. */
export async function getHashtags(
  { db }: Pick<App, 'db'>,
  posts: readonly Pick<Post, 'id'>[],
): Promise<Map<string, string[]>> {
  if (posts.length === 0) return new Map();
  const rows = await db
    .selectFrom('social.hashtag')
    .where('post_id', '=', sql<string>`any(${posts.map(({ id }) => id)}::bigint[])`)
    .orderBy('post_id')
    .orderBy('tag')
    .select(['post_id', 'tag'])
    .execute();
  const byPost = Map.groupBy(rows, ({ post_id }) => post_id);
  return new Map([...byPost].map(([id, tags]) => [id, tags.map(({ tag }) => tag)]));
}
