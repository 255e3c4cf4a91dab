import { sql } from 'kysely';
import { missing, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type CursorPage, whenGiven } from '../../platform/database/queries.ts';
import type { FilterContext } from '../filters/filters.ts';
import { getFiltering } from '../filters/filtering.ts';
import type { ArticleDetails, Post } from '../posts/post.ts';
import { getPost, getPosts } from '../posts/reading/get-posts.ts';
import { isNotMuted, visiblePosts } from '../posts/reading/visible.ts';
import { getTextQuery } from '../search/to-tsquery.ts';

export interface Article extends Post {
  article: ArticleDetails;
}

/** Returns an article visible to the viewer. */
export async function getArticle(app: App, viewer: Viewer | undefined, id: string): Promise<Article> {
  return toArticle(await getPost(app, viewer, id));
}

export function toArticle(post: Post): Article {
  if (!isArticle(post)) throw missing(msg('Article'));
  return post;
}

/** Returns those articles among the given posts that are visible to the viewer, in the given order. */
async function getArticles(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
  context: FilterContext,
): Promise<Article[]> {
  return (await getPosts(app, viewer, ids, context)).filter(isArticle);
}

const isArticle = (post: Post): post is Article => post.article !== undefined;

/** Returns a former version of a post. The caller must check that the post is visible to the viewer. */
export async function getRevision(
  { db }: App,
  post: { id: string },
  id: string,
): Promise<{ title: string; text: string }> {
  const found = await db
    .selectFrom('social.post_revision')
    .where('id', '=', id)
    .where('post_id', '=', post.id)
    .select(['title', 'text'])
    .executeTakeFirst();
  if (!found) throw missing(msg('Version'));
  return found;
}

const articlesOnPage = 20;

interface ArticleFilter {
  category?: string | undefined;
  /** In lower case, without `#`. */
  tag?: string | undefined;
  /** Search terms; all must match. */
  words?: string | undefined;
  authorId?: string | undefined;
  /** Cursor: articles older than this one. Alternatively `page`, counted from 0. */
  before?: string | undefined;
  page?: number | undefined;
}

export type PageOfArticles = CursorPage<Article>;

/**
 * Returns articles visible to the viewer, newest first. Articles by muted people appear only in lists of that
 * author.
 */
export async function listArticles(
  app: App,
  viewer: Viewer | undefined,
  { category, tag, words, authorId, before, page = 0 }: ArticleFilter,
): Promise<PageOfArticles> {
  const query = words === undefined ? '' : await getTextQuery(app, words);
  const place = authorId === undefined ? 'feeds' : 'profiles';
  const rows = await visiblePosts(app.db, viewer)
    .innerJoin('social.article as article', 'article.post_id', 'post.id')
    .where('post.kind', '=', 'article')
    // Those of groups are listed in their groups.
    .where('post.privacy', '!=', 'group')
    .$call(whenGiven(category, (query, category) => query.where('article.category_id', '=', category)))
    .$call(whenGiven(authorId, (query, authorId) => query.where('post.author_id', '=', authorId)))
    .$if(authorId === undefined, (query) => query.where(isNotMuted(viewer)))
    .$call(
      whenGiven(tag, (query, tag) =>
        query.where((eb) =>
          eb.exists(
            eb
              .selectFrom('social.hashtag as hashtag')
              .whereRef('hashtag.post_id', '=', 'post.id')
              .where('hashtag.tag', '=', tag)
              .select('hashtag.tag'),
          ),
        ),
      ),
    )
    .$if(words !== undefined, (articles) => articles.where(sql<boolean>`post.search @@ ${query}::tsquery`))
    .$call(whenGiven(before, (query, before) => query.where('post.id', '<', before)))
    .orderBy('article.post_id', 'desc')
    .offset(page * articlesOnPage)
    .limit(articlesOnPage + 1)
    .select('post.id')
    .execute();
  const ids = rows.slice(0, articlesOnPage).map(({ id }) => id);
  return {
    items: await getArticles(app, viewer, ids, words === undefined ? place : 'search'),
    next: rows.length > articlesOnPage ? ids.at(-1) : undefined,
  };
}

const related = 3;
/** How many recent articles of each tag and category are candidates. */
const relatedLimit = 60;

/** Returns other articles with the same tags or category, those with most in common first. */
export async function listRelated(
  app: App,
  viewer: Viewer | undefined,
  { id, article: { categoryId } }: Article,
): Promise<Article[]> {
  const { rows } = await sql<{ id: string }>`
    select near.id from (
      (select hashtag.post_id as id, 2 as weight from social.hashtag as own
        join social.hashtag as hashtag on hashtag.tag = own.tag
        join social.article as tagged on tagged.post_id = hashtag.post_id
        where own.post_id = ${id} order by hashtag.post_id desc limit ${sql.lit(relatedLimit)})
      union all
      (select post_id, 1 from social.article where category_id = ${categoryId} order by post_id desc limit ${sql.lit(relatedLimit)})
    ) as near where near.id <> ${id} group by near.id order by sum(near.weight) desc, near.id desc
    limit ${sql.lit(related * 2)}`.execute(app.db);
  const found = await getArticles(
    app,
    viewer,
    rows.map((row) => row.id),
    'feeds',
  );
  return found.slice(0, related);
}

export interface PopularArticles {
  articles: { id: string; title: string; author: string }[];
  /** The most frequent hashtags of recent articles. */
  tags: string[];
}

const fewArticles = sql.lit(5);
const fewTags = sql.lit(15);
/** How many recent articles are searched for hashtags. */
const latest = sql.lit(100);

/** Returns the most popular articles of the month and recent topics for the sidebar, in one query. */
export async function listPopular(app: App, viewer: Viewer | undefined): Promise<PopularArticles> {
  const articles = visiblePosts(app.db, viewer)
    .innerJoin('social.trend as trend', 'trend.post_id', 'post.id')
    .where('trend.period', '=', '30d')
    .where('trend.kind', '=', 'article')
    .where('post.privacy', '=', 'public')
    .where('post.held_at', 'is', null)
    .where(isNotMuted(viewer))
    .orderBy('trend.score', 'desc')
    .orderBy('trend.post_id', 'desc')
    .limit(fewArticles)
    .select([sql<string>`post.id::text`.as('id'), 'post.title'])
    .select(sql<string>`trim(author.first_name || ' ' || author.last_name)`.as('author'));
  const newest = visiblePosts(app.db, undefined)
    .innerJoin('social.article as article', 'article.post_id', 'post.id')
    .orderBy('article.post_id', 'desc')
    .limit(latest)
    .select('post.id');
  const { rows } = await sql<PopularArticles>`
    select (select coalesce(json_agg(found), '[]') from ${articles} as found) as articles, (
      select coalesce(json_agg(tag), '[]') from (
        select tag from social.hashtag as hashtag
        where hashtag.post_id = any(array(select id from ${newest} as newest))
        group by tag order by count(*) desc, tag limit ${fewTags}
      ) as tags
    ) as tags`.execute(app.db);
  const { articles: found = [], tags = [] } = rows[0] ?? {};
  const filtering = await getFiltering(app, viewer, 'feeds');
  return { articles: filtering ? found.filter(({ title }) => !filtering([title])) : found, tags };
}
