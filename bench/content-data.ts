import type pg from 'pg';

export interface NetworkSize {
  posts: number;
  people: number;
}

/**
 * The readers by the number of accounts that they follow at the largest size, and the most prolific author.
 */
const readers = { reader: 1000, devoted: 5000 } as const;
export const writerName = 'person1';

/** Runs `load` with the triggers of the tables disabled. */
async function withoutTriggers(
  pool: pg.Pool,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  for (const table of tables) await pool.query(`alter table ${table} disable trigger user`);
  await load();
  for (const table of tables) await pool.query(`alter table ${table} enable trigger user`);
}

/**
 * Fills a network of the given size. As in real networks, a few people have most followers and write most
 * posts: the person of rank r has about 1/r of what the first one has.
 */
export async function fillNetwork(pool: pg.Pool, { posts, people }: NetworkSize): Promise<void> {
  await addPeople(pool, people);
  await withoutTriggers(pool, ['social.post', 'social.follow'], async () => {
    await addFollows(pool, people);
    await addPosts(pool, posts, people);
  });
  await addCounts(pool);
  await pool.query('vacuum analyze');
}

async function addPeople(pool: pg.Pool, people: number): Promise<void> {
  await pool.query(
    `insert into identity.account
       (username, email, password_hash, first_name, last_name, registered_at, started_at, activated_at)
     select 'person' || i, 'person' || i || '@example.org', '',
       (array['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Grace', 'Hugo'])[1 + i % 8],
       (array['Baker', 'Smith', 'Miller', 'Cook', 'Weaver', 'Mason', 'Carter'])[1 + i / 8 % 7] || i % 997,
       now() - interval '2 years', now(), now()
     from generate_series(1, $1::integer) as i`,
    [people],
  );
  for (const name of Object.keys(readers))
    await pool.query(
      `insert into identity.account
         (username, email, password_hash, first_name, last_name, registered_at, started_at, activated_at)
       values ($1, $1 || '@example.org', '', 'Rea', 'Der', now() - interval '2 years', now(), now())`,
      [name],
    );
}

/** Everyone follows the first person and about thirty others. The readers follow many more. */
async function addFollows(pool: pg.Pool, people: number): Promise<void> {
  await pool.query(
    `insert into social.follow (follower_id, followed_id, created_at)
     select follower.id, followed.id, now() from (
       select i as follower, ceil(power($1::float8, ((i * 7919 + n * 104729) % 100003) / 100003.0))::integer as followed
       from generate_series(1, $1::integer) as i, generate_series(1, 30) as n
       union select i, 1 from generate_series(2, $1::integer) as i
     ) as pair
     join identity.account as follower on follower.username = 'person' || pair.follower
     join identity.account as followed on followed.username = 'person' || pair.followed
     where follower.id <> followed.id on conflict do nothing`,
    [people],
  );
  for (const [name, max] of Object.entries(readers))
    await pool.query(
      `insert into social.follow (follower_id, followed_id, created_at)
       select reader.id, followed.id, now() from identity.account as reader, lateral (
         select id from identity.account where username like 'person%' order by username <> $3, md5(username) limit $2
       ) as followed where reader.username = $1 on conflict do nothing`,
      [name, max, writerName],
    );
}

/**
 * Words by rank: the first few are in most texts, and the number of rare words grows with the number of
 * texts.
 */
const words = `(select string_agg('word' || ceil(power(20000.0, ((i * 31 + n * 7907 + i / 97 * 13) % 10007) / 10007.0))::integer, ' ')
  from generate_series(1, 20) as n)`;

async function addPosts(pool: pg.Pool, posts: number, people: number): Promise<void> {
  const { rows } = await pool.query<{ ids: string[] }>(
    `select array_agg(id order by length(username), username) as ids from identity.account where username like 'person%'`,
  );
  const ids = rows[0]?.ids ?? [];
  const indexes = await dropIndexes(pool);
  for (let from = 0; from < posts; from += 50_000)
    await pool.query(
      `insert into social.post (author_id, kind, title, text, privacy, created_at, search)
       select author_id, kind, title, text, privacy, created_at, social.post_vector(title, text) from (select ($3::bigint[])[1 + floor(power($4::float8, ((i::bigint * 611953 + 7) % 1000003) / 1000003.0))::integer % $4::integer],
         case when i % 50 = 0 then 'article' when i % 50 = 1 then 'question' else 'post' end,
         case when i % 50 < 2 then 'About word' || i % 1000 else '' end,
         ${words} || case when i % 1000 = 0 then ' sparse' else '' end || case when i % 5003 = 0 then ' photography' else '' end,
         case when i % 10 = 9 then 'friends' else 'public' end, now() - ($5::integer - i) * interval '30 seconds'
       from generate_series($1::integer, $2::integer) as i
       ) as post (author_id, kind, title, text, privacy, created_at)`,
      [from, Math.min(posts, from + 50_000) - 1, ids, people, posts],
    );
  for (const index of indexes) await pool.query(index);
  await pool.query(
    `insert into social.question (post_id, active_at) select id, created_at from social.post where kind = 'question'`,
  );
}

/** Building an index at the end is faster than updating it with each row. */
async function dropIndexes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
     where schemaname = 'social' and indexname like 'post\\_search\\_%'`,
  );
  for (const { name } of rows) await pool.query(`drop index social.${name}`);
  return rows.map(({ made: created }) => created);
}

async function addCounts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into social.tally (subject, subject_id, kind, slot, n)
     select 'person', followed_id, 'followers', 0, count(*) from social.follow group by followed_id
     union all select 'person', follower_id, 'followings', 0, count(*) from social.follow group by follower_id
     union all select 'person', author_id, 'posts', 0, count(*) from social.post group by author_id
     union all select 'post', id, 'like', 0, 1 + id % 17 from social.post where id % 3 = 0`,
  );
}

/** Adds a thread with the given number of replies. Returns its id. */
export async function addThread(pool: pg.Pool, replies: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into social.post (author_id, kind, title, text, privacy, created_at)
     select id, 'thread', 'A long thread', 'What do you think?', 'public', now() - interval '1 day'
     from identity.account where username = $1 returning id`,
    [writerName],
  );
  const id = rows[0]?.id ?? '';
  const { rows: forums } = await pool.query<{ id: string }>(
    `with section as (insert into social.forum_section (title) values ('Talk') returning id)
     insert into social.forum (section_id, title, created_at) select id, 'Everything', now() from section returning id`,
  );
  await pool.query(
    `insert into social.thread (post_id, forum_id, last_at, places) values ($1, $2, now(), $3)`,
    [id, forums[0]?.id, replies],
  );
  await pool.query(
    `with written as (
       insert into social.post (author_id, kind, text, privacy, parent_id, created_at)
       select author.id, 'reply', 'Reply ' || i, 'public', $1, now() - interval '1 hour' + i * interval '1 millisecond'
       from generate_series(1, $2::integer) as i
       join identity.account as author on author.username = 'person' || (1 + i % 500) order by i returning id
     )
     insert into social.reply (post_id, thread_id, place) select id, $1, row_number() over (order by id) from written`,
    [id, replies],
  );
  await pool.query(
    `insert into social.tally (subject, subject_id, kind, slot, n) values ('post', $1, 'replies', 0, $2)`,
    [id, replies],
  );
  return id;
}
