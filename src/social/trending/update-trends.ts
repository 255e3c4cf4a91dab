import { sql } from 'kysely';
import { Type } from 'typebox';
import { isPrivate } from '../../identity/account/privacy.ts';
import { isLive } from '../../identity/account/people.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import {
  decayOf,
  maxActions,
  maxStored,
  minPeople,
  periodRules,
  trendPeriods,
  weightOfAccount,
} from './trend.ts';
import type { TrendPeriod, Window } from './trend.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';

/** Updates the trends of each due period. Skips periods that another process is updating. */
export async function updateTrends(app: App): Promise<void> {
  for (const period of trendPeriods)
    await inTransaction(app, async (app) => {
      if (await claimPeriod(app, period)) await workOut(app, period);
    });
}

/** Whether the period is due and this process holds its lock. */
async function claimPeriod({ db, clock }: App, period: TrendPeriod): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`trend ${period}`}, 0)) as free`.execute(db);
  if (!rows[0]?.free) return false;
  const fresh = await db
    .selectFrom('social.trend_run')
    .where('period', '=', period)
    .where('ran_at', '>', new Date(clock.now().getTime() - periodRules[period].every))
    .select('period')
    .executeTakeFirst();
  return !fresh;
}

async function workOut(app: App, period: TrendPeriod): Promise<void> {
  // Ranking a month on a large site needs more memory and time than a page query.
  await sql`set local work_mem = '64MB'`.execute(app.db);
  await sql`set local statement_timeout = '120s'`.execute(app.db);
  // A plan for any period would expect few actions, and look up each of a month's on its own.
  await sql`set local plan_cache_mode = force_custom_plan`.execute(app.db);
  const now = app.clock.now();
  const rule = periodRules[period];
  const window = { now, since: new Date(now.getTime() - rule.length), halfLife: rule.halfLife / 1000 };
  await app.db.deleteFrom('social.trend').where('period', '=', period).execute();
  await rankPosts(app, period, window);
  await app.db.deleteFrom('social.trend_tag').where('period', '=', period).execute();
  await rankTags(app, period, window);
  await app.db
    .insertInto('social.trend_run')
    .values({ period, ran_at: now })
    .onConflict((conflict) => conflict.column('period').doUpdateSet({ ran_at: now }))
    .execute();
}

/**
 * Ranks posts by engagement. Each person counts once per post, by the logarithm of their actions there (a
 * reaction or vote 1, a comment 2, a reply, answer or share 3, at most 6), reduced
 * - for a young account,
 * - for the age of the action,
 * - for concentration on one author, which indicates fans and second accounts,
 * - by half if that author does the same for them, which indicates rings.
 *
 * Actions on one's own posts, downvotes, and content that is held, removed or not public do not count. An
 * action on a reply or answer counts for its parent.
 */
async function rankPosts(app: App, period: TrendPeriod, window: Window): Promise<void> {
  const { since, now } = window;
  const newest = sql`order by created_at desc limit ${sql.lit(maxActions)}`;
  await sql`
    with act as materialized (
      select post_id, actor_id, sum(weight)::integer as weight, max(at) as at from (
        (select post_id, account_id as actor_id, 1 as weight, created_at as at from social.reaction
          where created_at > ${since} and created_at <= ${now} ${newest})
        union all
        (select post_id, account_id, 1, created_at from social.vote
          where created_at > ${since} and created_at <= ${now} and value = 1 ${newest})
        union all
        (select post_id, author_id, 2, created_at from social.comment
          where created_at > ${since} and created_at <= ${now} and deleted_at is null and held_at is null ${newest})
        union all
        (select coalesce(parent_id, quote_id), author_id, 3, created_at from social.post
          where created_at > ${since} and created_at <= ${now} and deleted_at is null and held_at is null
          and (parent_id is not null or quote_id is not null) and not (kind = 'post' and parent_id is not null) and privacy = 'public' ${newest})
      ) as each group by post_id, actor_id
    ), touched as materialized (
      -- One lookup per post, however many acted on it.
      select post.id, post.parent_id, post.author_id, post.kind, post.privacy
      from (select distinct post_id from act) as each join social.post on post.id = each.post_id
      where post.deleted_at is null and post.held_at is null
    ), item as materialized (
      select id as touched_id, author_id as touched_author_id, id, kind, author_id from touched
      where parent_id is null and privacy = 'public' and kind in ('post', 'article', 'thread', 'question')
      union all
      select touched.id, touched.author_id, post.id, post.kind, post.author_id
      from touched join social.post on post.id = touched.parent_id
      where post.kind in ('post', 'article', 'thread', 'question')
        and post.privacy = 'public' and post.deleted_at is null and post.held_at is null
    ), done as materialized (
      select item.id as item_id, item.author_id, act.actor_id,
        ln(1 + least(6, sum(act.weight))::double precision) as size, max(act.at) as at
      from act join item on item.touched_id = act.post_id
      where act.actor_id <> item.author_id and act.actor_id <> item.touched_author_id
      group by item.id, item.author_id, act.actor_id
    ), person as materialized (
      select account.id, ${weightOfAccount(sql`account.registered_at`, now)} as trust
      from (select actor_id as id from done union select author_id from done) as each
      join identity.account on account.id = each.id where ${isLive('account')}
    ), habit as (
      select actor_id, author_id, count(*) as here,
        (sum(count(*)) over (partition by actor_id))::double precision as everywhere,
        count(*) over (partition by least(actor_id, author_id), greatest(actor_id, author_id)) = 2 as is_mutual
      from done group by actor_id, author_id
    ), pair as materialized (
      select actor_id, author_id,
        actor.trust * (1 - 0.8 * here / (everywhere + 2)) * case when is_mutual then 0.5 else 1 end as weight
      from habit
      join person as actor on actor.id = actor_id
      join person as author on author.id = author_id
    ), scored as (
      select done.item_id, sum(done.size * pair.weight * ${decayOf(sql`done.at`, window)}) as score, count(*) as people
      from done join pair on pair.actor_id = done.actor_id and pair.author_id = done.author_id
      group by done.item_id having count(*) >= ${minPeople}
    ), ranked as (
      select item_id, kind, score, people,
        row_number() over (partition by kind order by score desc, item_id desc) as place
      from scored join (select distinct id, kind from item) as item on item.id = scored.item_id
    )
    insert into social.trend (period, kind, post_id, score, people)
    select ${period}, kind, item_id, score, people from ranked where place <= ${maxStored}`.execute(app.db);
}

/** Ranks hashtags by the number of people who used them. Repeated use by one person counts once. */
async function rankTags(app: App, period: TrendPeriod, window: Window): Promise<void> {
  const { since, now } = window;
  await sql`
    with used as (
      select hashtag.tag, post.author_id, max(post.created_at) as at
      from (
        select id, author_id, parent_id, created_at from social.post
        where created_at > ${since} and created_at <= ${now} and privacy = 'public'
          and deleted_at is null and held_at is null
        order by created_at desc limit ${sql.lit(maxActions)}
      ) as post
      join social.hashtag as hashtag on hashtag.post_id = post.id
      where not exists (select from social.paywall where paywall.post_id = post.parent_id)
        and not ${isPrivate('post.author_id')}
      group by hashtag.tag, post.author_id
    )
    insert into social.trend_tag (period, tag, score, people)
    select ${period}, used.tag,
      sum(${weightOfAccount(sql`author.registered_at`, now)} * ${decayOf(sql`used.at`, window)}) as score, count(*)
    from used
    join identity.account as author on author.id = used.author_id
    where ${isLive('author')}
    group by used.tag having count(*) >= ${minPeople}
    order by score desc, used.tag limit ${maxStored}`.execute(app.db);
}

export const trendJobs = [
  job('social.normalize-tags', Type.Object({}), normalizeTags, { cron: '* * * * *' }),
  job('social.work-out-trends', Type.Object({}), updateTrends, { cron: '*/5 * * * *' }),
];

/** Number of hashtags or rows per transaction, and of transactions per run. */
const atOnce = 500;
const maxRounds = 100;

const tables = ['hashtag', 'question_tag'] as const;

/** Brings hashtags that were stored before their form changed into the form in which they are compared. */
export async function normalizeTags(app: App): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) if (!(await normalizeSome(app))) return;
}

async function normalizeSome(app: App): Promise<boolean> {
  return inTransaction(app, async ({ db }) => {
    const { old_tags_from: from } = await db
      .selectFrom('social.search_progress')
      .select('old_tags_from')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (from === null) return false;
    const { rows } = await sql<{ tag: string }>`
      select distinct tag collate "C" as tag from (
        (select distinct tag from social.hashtag where tag collate "C" > ${from} and octet_length(tag) > char_length(tag))
        union all
        (select distinct tag from social.question_tag
          where tag collate "C" > ${from} and octet_length(tag) > char_length(tag))
      ) as tagged order by 1 limit ${atOnce}`.execute(db);
    let last = from;
    for (const { tag } of rows) {
      const changed = toTag(tag);
      // The rest of the posts with this hashtag is moved by the next transaction.
      if (changed !== tag && (await rename(db, tag, changed)) === atOnce) break;
      last = tag;
    }
    await db
      .updateTable('social.search_progress')
      .set({ old_tags_from: rows.length === 0 ? null : last })
      .execute();
    return true;
  });
}

async function rename(db: App['db'], old: string, tag: string): Promise<number> {
  let moved = 0;
  for (const name of tables) {
    const table = sql.table(`social.${name}`);
    const { rows } = await sql<{ moved: number }>`
      with old as (
        delete from ${table} where tag = ${old} and post_id in (
          select post_id from ${table} where tag = ${old} limit ${atOnce}) returning post_id
      ), added as (
        insert into ${table} (tag, post_id) select ${tag}, post_id from old on conflict do nothing
      ) select count(*)::integer as moved from old`.execute(db);
    moved = Math.max(moved, rows[0]?.moved ?? 0);
  }
  await sql`
    with old as (delete from social.search_word where kind = 'tag' and word = ${old} returning n)
    insert into social.search_word (kind, word, n, stem) select 'tag', ${tag}, n, '' from old
    on conflict (kind, word) do update set n = search_word.n + excluded.n`.execute(db);
  return moved;
}
