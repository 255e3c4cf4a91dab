import type pg from 'pg';
import type { Size } from '../open-world.ts';
import { withoutIndexes } from '../without-indexes.ts';

const columns =
  'id, username, email, password_hash, first_name, last_name, registered_at, started_at, activated_at, role';

/** Adds person1 to personN, ordered by fame, followed by the reader and the operator. */
export async function addPeople(pool: pg.Pool, { people }: Size): Promise<void> {
  await withoutIndexes(pool, ['identity.account'], async () => {
    await pool.query(
      `insert into identity.account (${columns}) overriding system value
       select i, 'person' || i, 'person' || i || '@example.org', '',
         (array['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Grace', 'Hugo'])[1 + i % 8],
         (array['Baker', 'Smith', 'Miller', 'Cook', 'Weaver', 'Mason', 'Carter'])[1 + i / 8 % 7] || i % 997,
         now() - interval '2 years' + i * interval '9 minutes', now(), now(), 'member'
       from generate_series(1, $1::bigint) as i`,
      [people],
    );
    await pool.query(
      `insert into identity.account (${columns}) overriding system value values
         ($1 + 1, 'reader', 'reader@example.org', '', 'Rea', 'Der', now() - interval '1 year', now(), now(), 'member'),
         ($1 + 2, 'operator', 'operator@example.org', '', 'Op', 'Erator', now() - interval '2 years', now(), now(), 'operator')`,
      [people],
    );
  });
  await pool.query(`select setval(pg_get_serial_sequence('identity.account', 'id'), $1)`, [people + 2]);
  await pool.query(
    `insert into identity.taken_name select lower(username), 'person', id from identity.account`,
  );
}

export async function addRelations(pool: pg.Pool, { people }: Size): Promise<void> {
  const reader = people + 1;
  await withoutIndexes(
    pool,
    ['social.follow', 'social.friendship', 'social.block', 'social.mute'],
    async () => {
      // Everyone follows the first person and thirty others, with a bias toward famous people. The reader
      // follows two hundred, the star thousands.
      await pool.query(
        `insert into social.follow (follower_id, followed_id, created_at)
       select follower, followed, now() - bench.part(follower, followed) * interval '300 days' from (
         select i as follower, bench.rank(i * 30 + n, 1, $1) as followed
         from generate_series(1, $1::bigint) as i, generate_series(1, 30) as n
         union select i, 1 from generate_series(2, $1::bigint) as i
         union select $2, i from generate_series(1, 20) as i
         union select $2, i from generate_series($1::bigint / 10, $1::bigint, greatest(1, $1::bigint / 200)) as i
         union select i, $2 from generate_series($1::bigint / 20, $1::bigint, greatest(1, $1::bigint / 150)) as i
         union select 1, i from generate_series(2, least(5000, $1::bigint / 2)) as i
       ) as pair where follower <> followed`,
        [people, reader],
      );
      await pool.query(
        `insert into social.friendship (requester_id, recipient_id, requested_at, accepted_at)
       select a, b, now() - interval '30 days', case when accepted then now() - interval '29 days' end from (
         select i as a, i % $1 + 1 as b, true as accepted from generate_series(2, $1::bigint) as i
         union select i, (i + 112) % $1 + 1, true from generate_series(2, $1::bigint - 200) as i
         union select $2, i, true from generate_series(50, $1::bigint, greatest(1, $1::bigint / 50)) as i
         union select i, $2, false from generate_series(7, 12) as i
         union select 1, i, true from generate_series(10, least(1000, $1::bigint / 10)) as i
         union select i, 1, false from generate_series($1::bigint / 5 + 1, $1::bigint / 5 + $1::bigint / 100) as i
       ) as pair where a <> b on conflict do nothing`,
        [people, reader],
      );
      const pairs = `select $2::bigint as a, i as b from generate_series(31, 35) as i
      union select i, $2 from generate_series(36, 40) as i
      union select i, 1 from generate_series($1::bigint / 2, $1::bigint / 2 + $1::bigint / 100) as i
      union select 1, i from generate_series($1::bigint / 3, $1::bigint / 3 + 50) as i
      union select i, bench.rank(i, 3, $1) from generate_series(50, $1::bigint, 50) as i`;
      await pool.query(
        `insert into social.block (blocker_id, blocked_id, created_at) select a, b, now() from (${pairs}) as pair where a <> b`,
        [people, reader],
      );
      await pool.query(
        `insert into social.mute (muter_id, muted_id, created_at)
       select a, b + 10, now() from (${pairs}) as pair where a <> b + 10`,
        [people, reader],
      );
      await pool.query(
        `delete from social.follow using social.block
       where (follower_id, followed_id) in ((blocker_id, blocked_id), (blocked_id, blocker_id))`,
      );
      await pool.query(
        `delete from social.friendship using social.block
       where (requester_id, recipient_id) in ((blocker_id, blocked_id), (blocked_id, blocker_id))`,
      );
    },
  );
  // A tenth viewed their feed recently. It is built when they view it again.
  await pool.query(
    `insert into social.feed (account_id, viewed_at) select i * 10, now() from generate_series(1, $1::bigint / 10) as i`,
    [people],
  );
}
