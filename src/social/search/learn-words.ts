import { sql } from 'kysely';
import { type App, inTransaction } from '../../platform/app.ts';

/** Number of posts per batch, and of batches per run. */
const atOnce = 5000;
const maxRounds = 40;

/** Words that are learned, as a regular expression. Ids in addresses are not. */
export const learned = '^[[:alpha:]]+[0-9]{0,4}$';

/** Learns words and hashtags from public posts written since the last run. */
export async function learnWords(app: App): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) if (!(await learnSome(app))) return;
}

/** Replies below paid content are not public. */
const isBelowNoPaywall = sql`not exists (select from social.paywall where paywall.post_id = post.parent_id)`;

async function learnSome(app: App): Promise<boolean> {
  return inTransaction(app, async ({ db }) => {
    const { post_id: from } = await db
      .selectFrom('social.search_progress')
      .select('post_id')
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ to: string | null }>`
      select max(id)::text as to from (
        select id from social.post where id > ${from} order by id limit ${atOnce}
      ) as next`.execute(db);
    const to = rows[0]?.to;
    if (!to) return false;
    const isPublic = sql`post.id > ${from} and post.id <= ${to} and post.privacy = 'public'
      and post.held_at is null and post.deleted_at is null and ${isBelowNoPaywall}`;
    await learnWordsWhere({ db }, `id > ${BigInt(from)} and id <= ${BigInt(to)}`);
    await sql`
      insert into social.search_word (kind, word, n, stem)
      select 'tag', hashtag.tag, count(*), '' from social.hashtag as hashtag
      join social.post as post on post.id = hashtag.post_id where ${isPublic} group by hashtag.tag
      on conflict (kind, word) do update set n = search_word.n + excluded.n`.execute(db);
    await db.updateTable('social.search_progress').set({ post_id: to }).execute();
    return true;
  });
}

/** Counts the words of the public posts that meet a condition. `ts_stat` requires its query as text. */
export async function learnWordsWhere({ db }: Pick<App, 'db'>, condition: string): Promise<void> {
  const texts = `select search.vector('search.unstemmed', title || ' ' || left(text, 20000)) from social.post
    where ${condition} and privacy = 'public' and held_at is null and deleted_at is null
      and not exists (select from social.paywall where paywall.post_id = post.parent_id)`;
  await sql`
    insert into social.search_word (kind, word, n, stem)
    select 'word', word, ndoc, coalesce((tsvector_to_array(to_tsvector('search.stemmed', word)))[1], '')
    from ts_stat(${texts})
    where length(word) between 3 and 40 and word ~ ${learned}
      and numnode(plainto_tsquery('search.stemmed', word)) > 0
    on conflict (kind, word) do update set n = search_word.n + excluded.n`.execute(db);
}
