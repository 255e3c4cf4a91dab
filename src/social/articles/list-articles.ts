import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { mutedBy } from '../people/between.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { getTextQuery } from '../search/get-text-query.ts';
import { getArticles, type Article } from './get-article.ts';
import type { CursorPage } from '../../platform/database/paging.ts';

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
  const rows = await visiblePosts(app.db, viewer)
    .innerJoin('social.article as article', 'article.post_id', 'post.id')
    .where('post.kind', '=', 'article')
    .$call(whenGiven(category, (query, category) => query.where('article.category_id', '=', category)))
    .$call(whenGiven(authorId, (query, authorId) => query.where('post.author_id', '=', authorId)))
    .$if(viewer !== undefined && authorId === undefined, (query) =>
      query.where((eb) => eb.not(mutedBy('post.author_id', viewer?.id ?? ''))),
    )
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
    items: await getArticles(app, viewer, ids),
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
  );
  return found.slice(0, related);
}
