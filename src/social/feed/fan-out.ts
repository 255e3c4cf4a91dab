import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { throttle } from '../../kernel/throttle.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import { job, jobOf } from '../../platform/jobs/jobs.ts';
import { purgeServedPages } from '../lists/served-pages.ts';
import type { LiveKind } from '../live/event.ts';
import type { Live } from '../live/open-live.ts';
import { fanOutJob } from '../posts/publishing.ts';
import { tagFollowersOf } from './followed-tags.ts';
import { purgeLists } from './ids/build-list.ts';

/** Stored lists written per statement. */
const inOneBatch = 5000;

/**
 * Writes a post into the stored feed lists of its readers. Inactive members have no list. An author with too
 * many readers is marked as a celebrity, whose posts are merged in at read time instead.
 */
export async function fanOut(app: App, { id }: { id: string }): Promise<void> {
  await inTransaction(app, async (app) => {
    const post = await app.db
      .selectFrom('social.feed_pending as pending')
      .innerJoin('social.post as post', 'post.id', 'pending.post_id')
      .where('pending.post_id', '=', id)
      .select(['post.author_id', 'post.page_id', 'post.privacy'])
      .forUpdate('pending')
      .executeTakeFirst();
    if (!post) return;
    const isWritten = (await becomesCelebrity(app, post)) || !isForFeeds(post);
    if (!isWritten) await writeInBatches(app, id, readersOf(post));
    await app.db.deleteFrom('social.feed_pending').where('post_id', '=', id).execute();
    if (isForFeeds(post)) await announcePost(app, id);
  });
}

/** Posts of groups are read in their groups. */
const isForFeeds = ({ privacy }: Source): boolean => privacy === 'public' || privacy === 'friends';

/** Fans out posts whose job was lost, for example because the process ended. */
export async function fanOutRest(app: App): Promise<void> {
  const rows = await app.db
    .selectFrom('social.feed_pending')
    .select('post_id')
    .orderBy('post_id')
    .limit(1000)
    .execute();
  for (const { post_id } of rows) await fanOut(app, { id: post_id });
}

/** An account stays a celebrity permanently, because stored lists lack the posts written meanwhile. */
async function becomesCelebrity({ db, config }: App, { author_id, page_id }: Source): Promise<boolean> {
  const subject = page_id === null ? 'person' : 'page';
  const counted = page_id === null ? 'followers' : 'likes';
  const { rows } = await sql`
    insert into social.feed_celebrity (subject, subject_id)
    select ${subject}, ${page_id ?? author_id}::bigint where (
      select coalesce(sum(n), 0) from social.tally
      where subject = ${subject} and subject_id = ${page_id ?? author_id} and kind = ${counted}
    ) > ${config.FEED_FAN_OUT_LIMIT}
    on conflict (subject, subject_id) do nothing returning 1`.execute(db);
  if (rows.length > 0) return true;
  const known = await db
    .selectFrom('social.feed_celebrity')
    .where('subject', '=', subject)
    .where('subject_id', '=', page_id ?? author_id)
    .select('subject_id')
    .executeTakeFirst();
  return known !== undefined;
}

async function writeInBatches(app: App, id: string, readers: ReturnType<typeof readersOf>): Promise<void> {
  for (let last: string | null = '0'; last !== null;) {
    const { rows }: { rows: { last: string | null; n: number }[] } = await sql<{
      last: string | null;
      n: number;
    }>`
      with batch as materialized (
        select feed.account_id from (${readers}) as reader
        join social.feed as feed on feed.account_id = reader.account_id
        where feed.account_id > ${last} order by feed.account_id limit ${inOneBatch}
      ), written as (
        insert into social.feed_entry (account_id, post_id) select account_id, ${id} from batch on conflict do nothing
      )
      select max(account_id)::text as last, count(*)::integer as n from batch`.execute(app.db);
    last = rows[0]?.n === inOneBatch ? rows[0].last : null;
  }
}

const topic = 'feed.posts';

/** Announces a new feed post to all processes on commit. */
const announcePost = (app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>, postId: string): Promise<void> =>
  app.broadcast.publish(app, topic, postId);

/** Subscribes to new feed posts. Returns the function to unsubscribe. */
const onPost = ({ broadcast }: Pick<App, 'broadcast'>, heard: (postId: string) => void): (() => void) =>
  broadcast.subscribe(topic, (payload: Json) => heard(payload as string));

/** Author and audience of a new post. */
interface Source {
  author_id: string;
  page_id: string | null;
  privacy: string;
}

/** SQL: the accounts whose feeds include the post, as `account_id`. */
const readersOf = ({ author_id, page_id, privacy }: Source): RawBuilder<unknown> =>
  page_id !== null
    ? sql`select account_id from social.page_like where page_id = ${page_id}`
    : sql`
      select recipient_id as account_id from social.friendship where requester_id = ${author_id} and accepted_at is not null
      union select requester_id from social.friendship where recipient_id = ${author_id} and accepted_at is not null
      ${privacy === 'public' ? sql`union select follower_id from social.follow where followed_id = ${author_id}` : sql``}`;

/** Signals that a feed may have new posts. The page requests the details from its own position. */
export const feedLiveKind: LiveKind = { name: 'feed', isState: true, read: () => ({}) };

/** Minimum time between two signals of new posts, in milliseconds. */
const pause = 500;
/**
 * Maximum number of posts whose readers are determined. If more arrive at once, all connected accounts are
 * signaled.
 */
const maxScanned = 50;

/**
 * Signals new posts to the connected readers whose feeds include them. Returns the function to unsubscribe.
 */
export function signalNewPosts(app: App, live: Live): () => void {
  const waiting = new Set<string>();
  const signal = throttle(() => {
    const ids = [...waiting];
    waiting.clear();
    void readersAmong(app, ids, live.accounts()).then(
      (readers) => live.signal(readers, 'feed'),
      (error: unknown) => app.log.warn({ err: error }, 'new posts could not be announced'),
    );
  }, pause);
  return onPost(app, (postId) => {
    if (live.accounts().length === 0) return;
    if (waiting.size <= maxScanned) waiting.add(postId);
    signal();
  });
}

async function readersAmong(
  { db }: App,
  postIds: readonly string[],
  accountIds: readonly string[],
): Promise<readonly string[]> {
  if (postIds.length > maxScanned) return accountIds;
  const posts = await db
    .selectFrom('social.post')
    .where('id', '=', sql<string>`any(${postIds}::bigint[])`)
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .select(['id', 'author_id', 'page_id', 'privacy'])
    .execute();
  const readers = new Set<string>();
  for (const post of posts) {
    const { rows } = await sql<{ id: string }>`
      select reader.account_id::text as id from (
        ${readersOf(post)} ${post.privacy === 'public' ? sql`union ${tagFollowersOf(post.id)}` : sql``}) as reader
      where reader.account_id = any(${accountIds}::bigint[]) and reader.account_id <> ${post.author_id}`.execute(
      db,
    );
    for (const { id } of rows) readers.add(id);
  }
  return [...readers];
}

const Nothing = Type.Object({});

export const feedJobs = [
  jobOf(fanOutJob, fanOut),
  job('social.fan-out-rest', Nothing, fanOutRest, { cron: '* * * * *' }),
  job('social.purge-feeds', Nothing, purgeLists, { cron: '17 4 * * *' }),
  job('social.purge-served-pages', Nothing, purgeServedPages, { cron: '47 * * * *' }),
];
