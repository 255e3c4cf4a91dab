import { sql, type SqlBool } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import { mutedBy } from '../people/between.ts';
import type { Post } from '../posts/post.ts';
import { readPosts } from '../posts/reading/read-posts.ts';
import { toTag } from '../text/tokens.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { readTextQuery } from '../search/read-text-query.ts';
import { trendKinds, type Trending, type TrendingTag, type TrendKind, type TrendPeriod } from './trend.ts';

interface TrendingWanted {
  period: TrendPeriod;
  /** A hashtag or words: only what is about it. */
  topic?: string | undefined;
  /** Of each kind. */
  most?: number;
}

/** What is moving of what everybody may see, without what the viewer does not get to see or does not want to. */
export async function readTrending(
  app: App,
  viewer: Viewer | undefined,
  { period, topic, most = 10 }: TrendingWanted,
): Promise<Trending> {
  const asked = topic?.trim() ?? '';
  const about = asked === '' ? undefined : asked;
  const words = about === undefined ? '' : await readTextQuery(app, about);
  const [ids, hashtags] = await Promise.all([
    Promise.all(trendKinds.map((kind) => listIds(app, viewer, { period, kind, about, words, most }))),
    listTags(app, viewer, { period, about, most }),
  ]);
  const posts = await readPosts(app, viewer, ids.flat());
  const of = (kind: TrendKind): Post[] => posts.filter((post) => post.kind === kind);
  return {
    posts: of('post'),
    articles: of('article'),
    threads: of('thread'),
    questions: of('question'),
    hashtags,
  };
}

interface Wanted {
  period: TrendPeriod;
  about: string | undefined;
  most: number;
}

async function listIds(
  app: App,
  viewer: Viewer | undefined,
  { period, kind, about, words, most }: Wanted & { kind: TrendKind; words: string },
): Promise<string[]> {
  const rows = await open(app, viewer)
    .innerJoin('social.trend as trend', 'trend.post_id', 'post.id')
    .where('trend.period', '=', period)
    .where('trend.kind', '=', kind)
    .$call(whenGiven(about, (query, about) => query.where(isAbout(about, words))))
    .orderBy('trend.score', 'desc')
    .orderBy('trend.post_id', 'desc')
    .limit(most)
    .select('post.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Public things alone, also for those who may see more: what is moving is moving for all. */
const open = (app: App, viewer: Viewer | undefined) =>
  visiblePosts(app.db, viewer)
    .where('post.privacy', '=', 'public')
    .where('post.held_at', 'is', null)
    .$call(
      whenGiven(viewer, (query, viewer) => query.where((eb) => eb.not(mutedBy('post.author_id', viewer.id)))),
    );

const isAbout = (about: string, words: string) => sql<SqlBool>`(post.search @@ ${words}::tsquery
  or exists (select from social.hashtag where tag = ${toTag(about)} and hashtag.post_id = post.id))`;

/** Hashtags that stand on something the viewer may see; with a topic, those that stand beside it. */
async function listTags(
  app: App,
  viewer: Viewer | undefined,
  { period, about, most }: Wanted,
): Promise<TrendingTag[]> {
  return app.db
    .selectFrom('social.trend_tag as trend')
    .where('trend.period', '=', period)
    .where((eb) =>
      eb.exists(
        open(app, viewer)
          .innerJoin('social.hashtag as hashtag', 'hashtag.post_id', 'post.id')
          .where('hashtag.tag', '=', sql<string>`trend.tag`)
          .$if(about !== undefined, (query) =>
            query
              .innerJoin('social.hashtag as beside', 'beside.post_id', 'post.id')
              .where('beside.tag', '=', toTag(about ?? '')),
          )
          .select('post.id'),
      ),
    )
    .orderBy('trend.score', 'desc')
    .orderBy('trend.tag')
    .limit(most)
    .select(['trend.tag', 'trend.people'])
    .execute();
}
