import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { mutedBy } from '../people/between.ts';
import { visiblePosts } from '../posts/reading/visible.ts';

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
    .$call(
      whenGiven(viewer, (query, viewer) => query.where((eb) => eb.not(mutedBy('post.author_id', viewer.id)))),
    )
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
  return rows[0] ?? { articles: [], tags: [] };
}
