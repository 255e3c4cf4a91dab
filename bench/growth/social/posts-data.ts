import type pg from 'pg';
import type { Size } from '../open-world.ts';
import { withoutIndexes } from '../without-indexes.ts';

/** The kind of a post, by the last two digits of its id. Defaults to `post`. */
const kindOf = `case when i % 100 < 2 then 'article' when i % 100 < 4 then 'thread' when i % 100 < 16 then 'reply'
  when i % 100 < 18 then 'question' when i % 100 < 28 then 'answer' else 'post' end`;

/** A thread with a hundredth of all posts as replies, and a question with a thousandth of them as answers. */
export const longThread = 2;
export const longQuestion = 16;

/** A post halfway through all posts, with a thousandth of all comments and a hundredth of all reactions. */
export const hotPost = (posts: number): number => Math.floor(posts / 200) * 100 + 40;

/** Number of distinct texts. Further posts reuse them. */
const maxTexts = 40_000;
const atOnce = 50_000;

const tables = [
  'post',
  'thread',
  'reply',
  'question',
  'answer',
  'article',
  'hashtag',
  'question_tag',
  'photo',
  'saved',
];

export async function addPosts(pool: pg.Pool, { posts, people }: Size): Promise<void> {
  await addForumsAndPages(pool, people);
  const texts = Math.min(posts, maxTexts);
  // Words by rank: the first few are in most texts, most words are in few.
  await pool.query(`
    create table bench.text (n bigint primary key, text text not null, search tsvector not null);
    insert into bench.text select n, text, social.post_vector('', text) from (
      select n, string_agg('word' || bench.rank(n, word, 20000), ' ')
        || case when n % 1000 = 0 then ' sparse' else '' end || case when n % 5003 = 0 then ' photography' else '' end as text
      from generate_series(0, ${texts} - 1) as n, generate_series(1, 20) as word group by n
    ) as made`);
  await withoutIndexes(
    pool,
    tables.map((table) => `social.${table}`),
    async () => {
      const parts = Array.from({ length: Math.ceil(posts / atOnce) }, (_, part) => part * atOnce + 1);
      // Two at a time, matching the pool's connections.
      const next = async (): Promise<void> => {
        for (let from = parts.shift(); from !== undefined; from = parts.shift())
          await addBatch(pool, { from, to: Math.min(posts, from + atOnce - 1), posts, people, texts });
      };
      await Promise.all([next(), next()]);
      await addKinds(pool, people);
    },
  );
  await pool.query(`select setval(pg_get_serial_sequence('social.post', 'id'), $1)`, [posts]);
}

/** Adds forums, categories and pages. */
async function addForumsAndPages(pool: pg.Pool, people: number): Promise<void> {
  await pool.query(`
    insert into social.forum_section (id, title, position) overriding system value values (1, 'Talk', 1), (2, 'Help', 2);
    insert into social.forum (id, section_id, parent_id, title, created_at) overriding system value
    select i, 1 + i % 2, case when i > 8 then i - 8 end, 'Forum ' || i, now() from generate_series(1, 12) as i;
    insert into social.page (id, owner_id, username, title, created_at) overriding system value
    select i, i * 3 + 1, 'page' || i, 'Page number ' || i, now() - interval '1 year'
    from generate_series(1, greatest(1, ${people} / 100)) as i;
    insert into identity.taken_name select username, 'page', id from social.page;
    insert into social.page_like (page_id, account_id, created_at)
    select page, account, now() from (
      select bench.rank(i * 3 + n, 21, greatest(1, ${people} / 100)) as page, i as account
      from generate_series(1, ${people}) as i, generate_series(1, 3) as n
      union select i, ${people} + 1 from generate_series(1, 10) as i
    ) as liked;
    update social.page set likes = counted.n
    from (select page_id, count(*) as n from social.page_like group by page_id) as counted where page_id = id;
    select setval(pg_get_serial_sequence('social.forum', 'id'), 12), setval(pg_get_serial_sequence('social.forum_section', 'id'), 2),
      setval(pg_get_serial_sequence('social.page', 'id'), greatest(1, ${people} / 100));`);
}

interface Batch {
  from: number;
  to: number;
  posts: number;
  people: number;
  texts: number;
}

/**
 * Adds a post every half minute. The star wrote most of them. The reader wrote two hundred of the last ten
 * thousand.
 */
async function addBatch(pool: pg.Pool, { from, to, posts, people, texts }: Batch): Promise<void> {
  await pool.query(
    `insert into social.post
       (id, author_id, kind, title, text, privacy, parent_id, page_id, quote_id, created_at, deleted_at, held_at, search)
     overriding system value
     select made.id, author_id, kind, title, made.text, privacy, parent_id, page_id, quote_id, created_at, deleted_at, held_at,
       case when title = '' and tag = '' then text.search else social.post_vector(title, made.text) end
     from (
       select i as id, kind, n, tag, parent_id, page_id, quote_id, created_at,
         case when page_id is not null then page_id * 3 + 1
           when i > $3 - 10000 and i % 50 = 36 then $4 + 1
           when i = $3 / 2 + 40 then 1
           else bench.rank(i, 4, $4) end as author_id,
         case when kind in ('article', 'thread', 'question') then 'About word' || 1 + i % 1000 else '' end as title,
         (select text from bench.text where bench.text.n = each.n) || tag as text,
         case when kind = 'post' and page_id is null and i % 10 = 9 then 'friends' else 'public' end as privacy,
         case when i % 500 = 251 then created_at end as deleted_at,
         case when i % 1000 = 751 then created_at end as held_at
       from (
         select i, ${kindOf} as kind, (i * 7919) % $5 as n,
           case when i % 10 in (5, 6) then ' #tag' || bench.rank(i, 5, 5000) else '' end as tag,
           case when i % 100 = 4 and i > 100 then 2
             when i % 100 between 4 and 15 then (i / 100 + 1 - bench.rank(i, 6, i / 100 + 1)) * 100 + 2 + i / 7 % 2
             when i % 1000 = 118 then 16
             when i % 100 between 18 and 27 then (i / 100 + 1 - bench.rank(i, 7, i / 100 + 1)) * 100 + 16 + i / 7 % 2 end as parent_id,
           case when i % 100 >= 98 then bench.rank(i, 8, $4 / 100) end as page_id,
           case when i % 100 = 30 and i > 100 then i - 10 - i % 37 * 2 end as quote_id,
           now() - ($3::bigint - i) * interval '30 seconds' as created_at
         from generate_series($1::bigint, $2::bigint) as i
       ) as each
     ) as made join bench.text as text on text.n = made.n`,
    [from, to, posts, people, texts],
  );
}

/** Adds the rows that each kind of post needs besides the post. */
async function addKinds(pool: pg.Pool, people: number): Promise<void> {
  const reader = people + 1;
  await pool.query(`
    insert into social.article (post_id, category_id, words, minutes)
    select id, (select min(id) + post.id % 5 from social.category where kind = 'article'), 20, 1 from social.post where kind = 'article';
    insert into social.reply (post_id, thread_id, place)
    select id, parent_id, row_number() over (partition by parent_id order by id) from social.post where kind = 'reply';
    insert into social.thread (post_id, forum_id, last_reply_id, last_at, places)
    select post.id, bench.rank(post.id, 9, 12), last.id, coalesce(last.at, post.created_at), coalesce(last.n, 0)
    from social.post as post left join (
      select parent_id, max(id) as id, max(created_at) as at, count(*) as n from social.post where kind = 'reply' group by parent_id
    ) as last on last.parent_id = post.id where post.kind = 'thread';
    insert into social.answer (post_id, question_id) select id, parent_id from social.post where kind = 'answer';
    insert into social.question (post_id, active_at, answers, accepted_id, accepted_at, solved_at)
    select post.id, coalesce(last.at, post.created_at), coalesce(last.n, 0), solved.id, solved.at, solved.at
    from social.post as post left join (
      select parent_id, max(created_at) as at, count(*) as n, min(id) as first from social.post where kind = 'answer' group by parent_id
    ) as last on last.parent_id = post.id
    left join lateral (select last.first as id, last.at where post.id % 200 = 17 and last.n > 0) as solved on true
    where post.kind = 'question';
    insert into social.hashtag (tag, post_id)
    select substr(substring(text from '#tag[0-9]+'), 2), id from social.post where id % 10 in (5, 6);
    insert into social.question_tag (tag, post_id)
    select distinct 'tag' || bench.rank(id, n, 500), id from social.post, generate_series(1, 2) as n where kind = 'question';
    insert into social.hashtag (tag, post_id) select tag, post_id from social.question_tag on conflict do nothing;
    insert into social.photo (post_id, position, path, small_path, width, height)
    select id, 1, 'photos/' || id || '.jpg', 'photos/' || id || '-small.jpg', 800, 600 from social.post where id % 20 = 19;
    insert into social.saved (account_id, post_id, saved_at)
    select case when i <= 100 then ${reader} else 1 end, i * 100 + 40, now() - i * interval '1 minute'
    from generate_series(1, (select max(id) / 1000 from social.post) + 100) as i;
    insert into social.term (slug, name, definition, letter, sort_key, search, created_at, updated_at)
    select 'term-' || i, 'Term ' || i, 'What word' || i || ' means.', 'T', 'term ' || i,
      setweight(search.vector('search.unstemmed', 'Term ' || i), 'A') || setweight(search.vector('search.stemmed', 'What word' || i || ' means.'), 'B'),
      now(), now() - i * interval '1 minute'
    from generate_series(1, (select max(id) / 1000 from social.post)) as i;
    insert into social.term_address (slug, term_id) select slug, id from social.term;`);
}
