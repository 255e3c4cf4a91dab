import type pg from 'pg';
import type { Size } from '../open-world.ts';
import { withoutIndexes } from '../without-indexes.ts';

const tables = ['comment', 'reaction', 'comment_reaction', 'vote', 'mention'];

/** Adds as many comments as posts, a few reactions to each post, and votes on questions and answers. */
export async function addResponses(pool: pg.Pool, { posts, people }: Size): Promise<void> {
  await withoutIndexes(
    pool,
    tables.map((table) => `social.${table}`),
    async () => {
      await Promise.all([addComments(pool, posts, people), addReactions(pool, posts, people)]);
    },
  );
  await pool.query(`
    update social.answer set score = counted.n
      from (select post_id, sum(value) as n from social.vote group by post_id) as counted where counted.post_id = answer.post_id;
    update social.question set score = counted.n
      from (select post_id, sum(value) as n from social.vote group by post_id) as counted where counted.post_id = question.post_id;`);
}

/** Every fourth comment replies to the one before it. */
async function addComments(pool: pg.Pool, posts: number, people: number): Promise<void> {
  await pool.query(
    `insert into social.comment (id, post_id, author_id, text, created_at, parent_id, root_id) overriding system value
     select i, case when top % 1000 = 501 then $1 / 2 + 40 else on_post - on_post % 100 + 40 + on_post % 58 end,
       bench.rank(i, 12, $2), (select text from bench.text where n = i % (select count(*) from bench.text)),
       now() - ($1 - i) * interval '30 seconds', case when i <> top then top end, case when i <> top then top end
     from (
       select i, top, 101 + floor(bench.part(top, 11) * ($1 - 200))::bigint as on_post
       from (select i, case when i % 4 = 0 then i - 1 else i end as top from generate_series(1, $1::bigint) as i) as each
     ) as each`,
    [posts, people],
  );
  await pool.query(`select setval(pg_get_serial_sequence('social.comment', 'id'), $1)`, [posts]);
  await pool.query(
    `insert into social.comment_reaction (comment_id, account_id, kind, created_at)
     select i, bench.rank(i, 13, $2), 'like', now() - ($1 - i) * interval '30 seconds'
     from generate_series(5, $1::bigint, 5) as i`,
    [posts, people],
  );
  await pool.query(
    `insert into social.mention (post_id, account_id, as_written)
     select i, rank, 'person' || rank from (
       select i, bench.rank(i, 14, $2) as rank from generate_series(42, $1::bigint, 50) as i
     ) as each`,
    [posts, people],
  );
}

async function addReactions(pool: pg.Pool, posts: number, people: number): Promise<void> {
  const kinds = `(array['like', 'like', 'like', 'love', 'haha', 'yay', 'wow', 'sad', 'angry'])`;
  await pool.query(
    `insert into social.reaction (post_id, account_id, kind, created_at)
     select id, account, ${kinds}[1 + (id + account) % 9], now() - ($1 - id) * interval '30 seconds' + n * interval '1 second'
     from (
       select i as id, n, 1 + (i * 31 + n * 7919) % $2 as account
       from generate_series(1, $1::bigint) as i, lateral generate_series(1, floor(bench.part(i, 15) * 4)::bigint) as n
       where i <> $1 / 2 + 40
       union all select $1 / 2 + 40, i, i from generate_series(1, $1::bigint / 100) as i
     ) as each`,
    [posts, people],
  );
  await pool.query(
    `insert into social.vote (post_id, account_id, value, created_at)
     select i, 1 + (i * 31 + n * 7919) % $2, case when (i + n) % 5 = 0 then -1 else 1 end,
       now() - ($1 - i) * interval '30 seconds' + n * interval '1 second'
     from generate_series(1, $1::bigint) as i, lateral generate_series(1, floor(bench.part(i, 16) * 6)::bigint) as n
     where i % 100 between 16 and 27`,
    [posts, people],
  );
}
