import { sql } from 'kysely';
import { minutes } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type NumberedPage, whenGiven } from '../../platform/database/queries.ts';
import type { Post } from '../posts/post.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { idsNeeded, pagesOf, postsOnPage, toPostPage } from '../posts/reading/lists.ts';
import type { PageOfPosts, PostListPart } from '../posts/reading/lists.ts';
import { isOfPageOrNotMuted, visiblePosts } from '../posts/reading/visible.ts';
import { trimList } from './ids/build-list.ts';
import { isOfFollowedTag } from './followed-tags.ts';
import { findFeed, followsNoOne, type FeedVisit } from './ids/find-ids.ts';
import { isInFeedOf } from './ids/sources.ts';

export interface Feed extends PageOfPosts {
  /** Whether public posts fill the feed, because the viewer follows no one yet. */
  isFilled: boolean;
  visit: FeedVisit | undefined;
}

/** Returns posts by the viewer, their friends, followed people and hashtags, and liked pages, newest first. */
export async function getFeed(app: App, viewer: Viewer, part: PostListPart = {}): Promise<Feed> {
  const wanted = { before: part.before, max: idsNeeded(part) };
  const { ids, isNewHere, visit } = await findFeed(app, viewer, wanted);
  return { ...(await toPostPage(app, viewer, ids, part, 'feeds')), isFilled: isNewHere, visit };
}

/** Returns all public posts, newest first, except by people the viewer has muted or blocked. */
export const getDiscover = (
  app: App,
  viewer: Viewer | undefined,
  part: PostListPart = {},
): Promise<PageOfPosts> => everybodys(app, viewer, {}, part);

const everybodys = pagesOf(
  (posts, viewer) =>
    posts
      .where('post.privacy', '=', 'public')
      .where('post.held_at', 'is', null)
      .where(isOfPageOrNotMuted(viewer)),
  'feeds',
);

export interface TopPage extends NumberedPage<Post> {
  /** The id of the ranking, for the next page. */
  ranking: string;
}

/** Number of the newest posts considered, and of the best ones kept. */
const candidates = 400;
const ranked = 200;
/** How long a ranking is reused for a returning viewer. */
const rankingHolds = minutes(2);

/**
 * Returns the posts of the viewer's feed with the most reactions lately. The order is stored under an id, so
 * pages neither repeat nor skip posts while reactions continue. Posts no longer visible to the viewer are
 * still omitted.
 */
export async function getTop(
  app: App,
  viewer: Viewer,
  { ranking, page = 0 }: { ranking?: string | undefined; page?: number | undefined } = {},
): Promise<TopPage> {
  const known = (await findRanking(app, viewer, ranking)) ?? (await addRanking(app, viewer));
  const from = page * postsOnPage;
  const shown = await stillInFeed(
    app,
    viewer,
    known.post_ids.slice(from, from + postsOnPage),
    known.isNewHere,
  );
  return {
    items: await getPosts(app, viewer, shown, 'feeds'),
    ranking: known.id,
    hasMore: known.post_ids.length > from + postsOnPage,
  };
}

function findRanking({ db, clock }: App, { id: me }: Viewer, ranking: string | undefined) {
  return db
    .selectFrom('social.feed_ranking')
    .where('account_id', '=', me)
    .$call(whenGiven(ranking, (query, ranking) => query.where('id', '=', ranking)))
    .$if(ranking === undefined, (query) =>
      query.where('at', '>', new Date(clock.now().getTime() - rankingHolds)),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id', 'post_ids', followsNoOne(me).as('isNewHere')])
    .executeTakeFirst();
}

async function addRanking(app: App, viewer: Viewer) {
  const { ids, isNewHere } = await findFeed(app, viewer, { before: undefined, max: candidates });
  const now = app.clock.now();
  // Shares weigh 3, comments and replies 2, reactions 1. The decay starts from 12 hours, so very new posts do
  // not dominate.
  const { rows } = await sql<{ id: string }>`
    select post.id from social.post as post cross join lateral (
      select coalesce(sum(n * case kind when 'shares' then 3 when 'comments' then 2 when 'replies' then 2 else 1 end), 0)
        as echo from social.tally where subject = 'post' and subject_id = post.id
    ) as counted where post.id = any(${ids}::bigint[])
    order by (1 + greatest(0, echo)) / power(12 + greatest(0, extract(epoch from ${now}::timestamptz - post.created_at)) / 3600, 1.5)
      desc, post.id desc limit ${sql.lit(ranked)}`.execute(app.db);
  const added = await app.db
    .insertInto('social.feed_ranking')
    .values({ account_id: viewer.id, at: now, post_ids: rows.map(({ id }) => id) })
    .returning(['id', 'post_ids'])
    .executeTakeFirstOrThrow();
  return { ...added, isNewHere };
}

/** Omits accounts that were unfollowed or muted since. */
async function stillInFeed(app: App, viewer: Viewer, ids: readonly string[], isFilled: boolean) {
  if (isFilled || ids.length === 0) return ids;
  const rows = await visiblePosts(app.db, viewer)
    .where('post.id', '=', sql<string>`any(${ids}::bigint[])`)
    .where((eb) =>
      eb.or([eb('post.author_id', '=', viewer.id), isInFeedOf(viewer.id), isOfFollowedTag(viewer.id)]),
    )
    .select('post.id')
    .execute();
  const visible = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => visible.has(id));
}

export const maxNewer = 20;

/** Counts posts by others in the viewer's feed since a post, up to twenty. */
export async function countNewer(app: App, viewer: Viewer, after: string): Promise<number> {
  const { ids } = await findFeed(app, viewer, { before: undefined, max: maxNewer });
  const newer = ids.filter((id) => BigInt(id) > BigInt(after));
  if (newer.length === 0) return 0;
  const { n } = await app.db
    .selectFrom('social.post')
    .where('id', '=', sql<string>`any(${newer}::bigint[])`)
    .where('author_id', '!=', viewer.id)
    .select(sql<number>`count(*)::integer`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** After this long an absence, the posts seen before count as old. */
const awayAfter = minutes(30);

/** A visit is recorded again after this time or when a newer post was seen, not with every page. */
const recordInterval = minutes(1);

/**
 * Records what a viewer has seen of their feed, given the `known` visit loaded with it. Returns the newest
 * post seen before the present visit, or undefined on the first visit.
 */
export async function recordVisit(
  app: App,
  me: string,
  newest: string | undefined,
  known: FeedVisit | undefined,
): Promise<string | undefined> {
  const now = app.clock.now();
  if (!known) return undefined;
  const away = known.visitedAt ? now.getTime() - known.visitedAt.getTime() : 0;
  const isNoted =
    known.visitedAt !== null && away < recordInterval && BigInt(newest ?? 0) <= BigInt(known.seenId);
  const lastSeenId = away > awayAfter ? known.seenId : known.lastReadId;
  if (newest !== undefined && !isNoted) {
    await app.db
      .updateTable('social.feed')
      .set({
        mark_id: lastSeenId,
        seen_id: sql`greatest(seen_id, ${newest}::bigint)`,
        visited_at: now,
        viewed_at: now,
      })
      .where('account_id', '=', me)
      .execute();
    if (away > awayAfter) await trimList(app, me);
  }
  return lastSeenId === '0' ? undefined : lastSeenId;
}
