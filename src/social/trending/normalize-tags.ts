import { sql } from 'kysely';
import { toTag } from '../../kernel/typed-text/tokens.ts';
import { type App, inTransaction } from '../../platform/app.ts';

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
