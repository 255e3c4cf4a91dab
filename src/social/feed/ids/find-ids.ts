import { sql } from 'kysely';
import type { App, Viewer } from '../../../platform/app.ts';
import { compileForMember, whenGiven } from '../../../platform/database/queries.ts';
import { visiblePosts } from '../../posts/reading/visible.ts';
import { postsOfTags } from '../followed-tags.ts';
import { buildList } from './build-list.ts';
import { mergedIds, mergedPosts } from './merged-ids.ts';
import { isInFeedOf } from './sources.ts';

/** The newest ids of a feed, and its stored state. */
interface FoundFeed extends Omit<StoredFeed, 'ids' | 'isBuilt'> {
  ids: string[];
}

/**
 * Returns the newest ids of the viewer's feed, from the stored list if complete, else merged from the
 * authors. Both give the same result. A viewer who follows no one gets all public posts.
 */
export async function findFeed(
  app: App,
  viewer: Viewer,
  wanted: { before: string | undefined; max: number },
): Promise<FoundFeed> {
  const stored = await getStored(app, viewer, wanted);
  if (stored.isNewHere)
    return { ...stored, ids: await mergedIds(app, viewer, { ...wanted, everybody: true }) };
  if (!stored.isBuilt) await buildList(app, viewer.id);
  const { ids, ...feed } = stored.isBuilt ? stored : await getStored(app, viewer, wanted);
  return { ...feed, ids: ids ?? (await mergedIds(app, viewer, wanted)) };
}

/** The stored state of a feed. */
interface StoredFeed {
  /** Whether the viewer follows no people, pages or hashtags yet. */
  isNewHere: boolean;
  /** Their last visit. Undefined without a list. */
  visit: FeedVisit | undefined;
  /** Whether a list exists and is current. */
  isBuilt: boolean;
  /** Undefined if the list is missing, outdated or too short for the request. */
  ids: string[] | undefined;
}

/** The newest post seen before this visit, the newest seen so far, and the time of the last visit. */
export interface FeedVisit {
  lastReadId: string;
  seenId: string;
  visitedAt: Date | null;
}

/** SQL: whether an account follows no one yet. Accounts scheduled for deletion do not count. */
export const followsNoOne = (me: string) => {
  const known = (account: string) =>
    sql`exists (select from identity.account as known where known.id = ${sql.ref(account)} and known.deletion_requested_at is null)`;
  return sql<boolean>`not (
    exists (select from social.follow where follower_id = ${me} and ${known('followed_id')} offset 0)
    or exists (select from social.friendship where requester_id = ${me} and accepted_at is not null and ${known('recipient_id')} offset 0)
    or exists (select from social.friendship where recipient_id = ${me} and accepted_at is not null and ${known('requester_id')} offset 0)
    or exists (select from social.page_like where account_id = ${me} offset 0)
    or exists (select from social.followed_tag where account_id = ${me} offset 0))`;
};

/**
 * Returns the newest ids from the stored list, merged with posts that are in no list: those still pending
 * fan-out, those of celebrities, and the viewer's own. A single statement reads a consistent snapshot, in
 * which each post is either pending or written.
 */
async function getStored(
  app: App,
  viewer: Viewer,
  { before, max }: { before: string | undefined; max: number },
): Promise<StoredFeed> {
  const [row] = await selectStored(app.db, viewer, { before }, { max });
  return {
    isNewHere: row?.new_here ?? true,
    visit: row?.is_known
      ? { lastReadId: row.mark_id, seenId: row.seen_id, visitedAt: row.visited_at }
      : undefined,
    isBuilt: Boolean(row?.floor),
    ids: row && certainIds(row, max),
  };
}

const selectStored = compileForMember(
  (db, viewer, { before }: { before: string | undefined }, { max }: { max: number }) => {
    const shown = visiblePosts(db, viewer)
      .where('post.parent_id', 'is', null)
      .where('post.privacy', 'in', ['public', 'friends'])
      .where('post.held_at', 'is', null)
      .where(isInFeedOf(viewer.id))
      .select('post.id');
    // Both `offset 0` force one lookup per entry, in order, until there are enough. PostgreSQL would look up the
    // whole list if it planned the statement while lists were short.
    const entries = db
      .selectFrom((eb) =>
        eb
          .selectFrom('social.feed_entry')
          .where('account_id', '=', viewer.id)
          .where('post_id', '>=', sql<string>`(select floor_id from list)`)
          .$call(whenGiven(before, (query, before) => query.where('post_id', '<', before)))
          .select('post_id')
          .orderBy('post_id', 'desc')
          .modifyEnd(sql`offset 0`)
          .as('entry'),
      )
      .innerJoinLateral(
        shown
          .where('post.id', '=', sql<string>`entry.post_id`)
          .modifyEnd(sql`offset 0`)
          .as('listed'),
        (join) => join.onTrue(),
      )
      .orderBy('entry.post_id', 'desc')
      .limit(max)
      .select('listed.id');
    const pending = shown
      .innerJoin('social.feed_pending as pending', 'pending.post_id', 'post.id')
      .$call(whenGiven(before, (query, before) => query.where('post.id', '<', before)))
      .orderBy('post.id', 'desc')
      .limit(max);
    // With enough posts from the list, older ones of celebrities are not needed.
    const from = sql<string>`(
    select case when count(*) < ${sql.lit(max)} then (select floor_id from list) else min(id) end from written)`;
    // Nothing older than the list is certain, unless the list has everything.
    const reachesList =
      before === undefined
        ? sql`list.floor_id is not null`
        : sql`(list.floor_id = 0 or list.floor_id < ${before}::bigint)`;
    return sql<Row>`
    with list as materialized (
      select floor_id from social.feed where account_id = ${viewer.id} and built = changed
    ), written as materialized (
      ${entries}
    )
    select ${followsNoOne(viewer.id)} as new_here, feed.account_id is not null as is_known,
      feed.mark_id::text, feed.seen_id::text, feed.visited_at, list.floor_id::text as floor,
      case when ${reachesList} then array(
        select id::text from (
          select id from written
          union select id from (${pending}) as waiting
          union (${mergedPosts(viewer.id, { before, max, from, celebritiesOnly: true })})
          union (${postsOfTags(db, viewer, { before, max, from })})
        ) as every order by every.id desc limit ${sql.lit(max)}
      ) end as ids
    from (select) as one left join list on true left join social.feed as feed on feed.account_id = ${viewer.id}`;
  },
);

interface Row {
  new_here: boolean;
  is_known: boolean;
  mark_id: string;
  seen_id: string;
  visited_at: Date | null;
  floor: string | null;
  ids: string[] | null;
}

/** Drops ids below the floor of the list, where it may be incomplete. Returns undefined if too few remain. */
function certainIds({ ids, floor }: Row, max: number): string[] | undefined {
  if (ids === null || floor === null) return undefined;
  const certain = ids.filter((id) => BigInt(id) >= BigInt(floor));
  return certain.length === max || floor === '0' ? certain : undefined;
}
