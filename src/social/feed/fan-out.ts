import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { announcePost } from './announce-post.ts';
import { readersOf, type Source } from './readers-of.ts';

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
    const isWritten = (await becomesCelebrity(app, post)) || post.privacy === 'me';
    if (!isWritten) await writeInBatches(app, id, readersOf(post));
    await app.db.deleteFrom('social.feed_pending').where('post_id', '=', id).execute();
    if (post.privacy !== 'me') await announcePost(app, id);
  });
}

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
