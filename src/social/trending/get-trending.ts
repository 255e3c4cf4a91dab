import { sql, type SqlBool } from 'kysely';
import type { App, Asker, Viewer } from '../../platform/app.ts';
import { compileForViewer, whenGiven } from '../../platform/database/queries.ts';
import type { Post } from '../posts/post.ts';
import { getFiltering } from '../filters/filtering.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';
import { isNotMuted, visiblePosts } from '../posts/reading/visible.ts';
import { getTextQuery } from '../search/to-tsquery.ts';
import { periodRules, trendKinds } from './trend.ts';
import type { Trending, TrendingTag, TrendKind, TrendLines, TrendPeriod } from './trend.ts';

interface TrendingWanted {
  period: TrendPeriod;
  /** A hashtag or search terms to restrict the trends to. */
  topic?: string | undefined;
  /** Per kind. */
  limit?: number;
  /**
   * Whether kinds with few trends are filled with the newest posts of the period, because on a small site too
   * few people act for a ranking.
   */
  isFilled?: boolean;
}

/** Returns trends in public content visible to the viewer. */
export async function getTrending(
  app: App,
  viewer: Viewer | undefined,
  { period, topic, limit = 10, isFilled = false }: TrendingWanted,
): Promise<Trending> {
  const asked = topic?.trim() ?? '';
  const about = asked === '' ? undefined : asked;
  const words = about === undefined ? '' : await getTextQuery(app, about);
  const wanted = { period, about, words, limit };
  const [ids, ranked] = await Promise.all([
    listIds(app, viewer, wanted),
    trendingTags(app.db, viewer, { period, about, limit }).execute(),
  ]);
  const isShort = isFilled && ids.length < limit * trendKinds.length;
  const newest = isShort ? await getNewest(app, viewer, wanted, ids) : { ids: [], hashtags: [] };
  const hashtags = ranked.length > 0 ? ranked : newest.hashtags;
  const posts = await getPosts(app, viewer, [...ids, ...newest.ids], 'feeds');
  const of = (kind: TrendKind): Post[] => posts.filter((post) => post.kind === kind).slice(0, limit);
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
  limit: number;
}

/** Returns the ids of the top posts of each kind. */
async function listIds(
  app: App,
  viewer: Viewer | undefined,
  { period, about, words, limit }: Wanted & { words: string },
): Promise<string[]> {
  const first = firstOfKind(app.db, viewer, period)
    .$call(whenGiven(about, (query, about) => query.where(isAbout(about, words))))
    .limit(limit)
    .select(['post.id', 'trend.score']);
  const { rows } = await sql<{ id: string }>`
    select found.id from unnest(${trendKinds}::text[]) as each (kind) cross join lateral ${first} as found
    order by each.kind, found.score desc, found.id desc`.execute(app.db);
  return rows.map(({ id }) => id);
}

/** Posts whose hashtags are counted for a site without ranked ones. */
const countedPosts = 200;

interface Newest {
  ids: string[];
  hashtags: TrendingTag[];
}

/**
 * Returns the newest posts of each kind in the period, without those that are ranked, and the hashtags of the
 * newest posts by the number of people who used them.
 */
async function getNewest(
  app: App,
  viewer: Viewer | undefined,
  { period, about, words, limit }: Wanted & { words: string },
  ranked: readonly string[],
): Promise<Newest> {
  const newest = newestIn(app, viewer, period).$call(
    whenGiven(about, (query, about) => query.where(isAbout(about, words))),
  );
  const ofKind = newest
    .where('post.kind', '=', sql<TrendKind>`each.kind`)
    .where(sql<boolean>`post.id <> all(${ranked}::bigint[])`)
    .limit(limit)
    .select('post.id');
  const counted = newest.limit(countedPosts).select(['post.id', 'post.author_id']);
  const { rows } = await sql<Newest>`
    select (
      select coalesce(json_agg(found.id::text order by each.kind, found.id desc), '[]')
      from unnest(${trendKinds}::text[]) as each (kind) cross join lateral ${ofKind} as found
    ) as ids, (
      select coalesce(json_agg(found), '[]') from (
        select hashtag.tag, count(distinct found.author_id)::integer as people
        from ${counted} as found join social.hashtag on hashtag.post_id = found.id
        group by hashtag.tag order by people desc, hashtag.tag limit ${limit}
      ) as found
    ) as hashtags`.execute(app.db);
  return rows[0] ?? { ids: [], hashtags: [] };
}

/** Posts of the period, newest first. */
const newestIn = (app: App, viewer: Viewer | undefined, period: TrendPeriod) =>
  open(app.db, viewer)
    .where('post.parent_id', 'is', null)
    .where('post.imported_at', 'is', null)
    .where('post.created_at', '>', new Date(app.clock.now().getTime() - periodRules[period].length))
    .orderBy('post.id', 'desc');

/** The top posts of `each.kind`. */
const firstOfKind = (db: App['db'], viewer: Asker | undefined, period: TrendPeriod) =>
  open(db, viewer)
    .innerJoin('social.trend as trend', 'trend.post_id', 'post.id')
    .where('trend.period', '=', period)
    .where('trend.kind', '=', sql<string>`each.kind`)
    .orderBy('trend.score', 'desc')
    .orderBy('trend.post_id', 'desc');

const fewTags = 5;
/** In display order: longer formats first. */
const kindsInLines = ['article', 'thread', 'question', 'post'];

/** Returns the top post of each kind and the top hashtags in one query, for the sidebar. */
export async function getTrendLines(
  app: App,
  viewer: Viewer | undefined,
  period: TrendPeriod,
): Promise<TrendLines> {
  const [[lines], filtering] = await Promise.all([
    selectLines(app.db, viewer, {}, { period }),
    getFiltering(app, viewer, 'feeds'),
  ]);
  if (!lines) return { posts: [], hashtags: [] };
  const isShown = ({ title, warning, text }: TrendLines['posts'][number]) =>
    !filtering?.([title, warning, text]);
  return { ...lines, posts: lines.posts.filter(isShown) };
}

const selectLines = compileForViewer((db, viewer, _, { period }: { period: TrendPeriod }) => {
  const first = firstOfKind(db, viewer, period)
    .leftJoin('social.page as page', 'page.id', 'post.page_id')
    .limit(1)
    .select([sql<string>`post.id::text`.as('id'), 'post.kind', 'post.title', 'post.warning'])
    .select([
      sql<string>`left(post.text, 1000)`.as('text'),
      sql<boolean>`page.id is not null`.as('byPage'),
      sql<string>`coalesce(page.title, trim(author.first_name || ' ' || author.last_name))`.as('speaker'),
    ]);
  const tags = trendingTags(db, viewer, { period, about: undefined, limit: fewTags });
  return sql<TrendLines>`
    select (
      select coalesce(json_agg(found order by each.place), '[]')
      from unnest(${kindsInLines}::text[]) with ordinality as each (kind, place) cross join lateral ${first} as found
    ) as posts, (select coalesce(json_agg(found), '[]') from ${tags} as found) as hashtags`;
});

/** Only public posts, even for viewers who can see more, so that trends are the same for everyone. */
const open = (db: App['db'], viewer: Asker | undefined) =>
  visiblePosts(db, viewer)
    .where('post.privacy', '=', 'public')
    .where('post.held_at', 'is', null)
    .where(isNotMuted(viewer));

const isAbout = (about: string, words: string) => sql<SqlBool>`(post.search @@ ${words}::tsquery
  or exists (select from social.hashtag where tag = ${toTag(about)} and hashtag.post_id = post.id))`;

/** Hashtags used in posts visible to the viewer. With a topic, those that occur together with it. */
const trendingTags = (db: App['db'], viewer: Asker | undefined, { period, about, limit }: Wanted) =>
  db
    .selectFrom('social.trend_tag as trend')
    .where('trend.period', '=', period)
    .where((eb) =>
      eb.exists(
        open(db, viewer)
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
    .limit(limit)
    .select(['trend.tag', 'trend.people']);
