import type { World } from '../open-world.ts';

/** Ids of rows that occur in addresses of groups and events. */
interface GroupIds {
  /** With half of all people as members, and a post for every fifty of all posts. The reader is its owner. */
  large: string;
  small: string;
  /** With half of all people as guests, by the star. */
  event: string;
  date: string;
}

/** Adds a group for every ten people, which have members and posts, and an event for every hundred posts. */
export async function addGroups({ pool, ids, size }: World): Promise<GroupIds> {
  const { posts, people } = size;
  const { rows: known } = await pool.query('select from social.people_group limit 1');
  if (known.length === 0) {
    await pool.query(
      `insert into social.people_group (kind, title, about, created_at)
       select (array['public', 'closed', 'secret'])[1 + n % 3], 'Group ' || n, 'About word' || 1 + n % 1000, now()
       from generate_series(0, $1::integer / 10) as n`,
      [people],
    );
    await pool.query(
      `insert into social.people_group_member (group_id, account_id, role, joined_at)
       select (select min(id) from social.people_group), id, case when id = $1 then 'owner' else 'member' end,
         now() - id * interval '1 second'
       from identity.account where id % 2 = 0 or id in ($1, $2)
       union all
       select home.id, person.id, case when person.n = 0 then 'owner' else 'member' end, now() - person.n * interval '1 second'
       from social.people_group as home
       cross join lateral (select n, 1 + (home.id * 7 + n * 13) % $3::bigint as id from generate_series(0, 9) as n) as person
       where home.id > (select min(id) from social.people_group) and exists (select from identity.account where id = person.id)
       on conflict do nothing`,
      [ids.reader, ids.star, people],
    );
    await pool.query(
      `insert into social.post (author_id, kind, text, privacy, group_id, created_at)
       select member.account_id, 'post', 'About word' || 1 + n % 1000, 'group', member.group_id, now() - n * interval '1 second'
       from generate_series(1, $1::integer / 50) as n
       join lateral (
         select group_id, account_id from social.people_group_member
         where group_id = (select min(id) from social.people_group) and account_id >= n % $2::integer order by account_id limit 1
       ) as member on true`,
      [posts, people],
    );
    await pool.query(
      `with announced as (
         insert into social.post (author_id, kind, text, privacy, created_at)
         select case when n = 1 then $3::bigint else 1 + n % $2::integer end, 'post', 'Event ' || n, 'public', now()
         from generate_series(1, $1::integer / 100) as n returning id, author_id, text
       ), event as (
         insert into social.event (id, author_id, title, time_zone, is_all_day, starts_at, ends_at, updated_at)
         select id, author_id, text, 'UTC', false, now() + id % 300 * interval '1 day', now() + (id % 300 + 1) * interval '1 day', now()
         from announced returning id, starts_at, ends_at
       ) insert into social.event_date (event_id, original_at, starts_at, ends_at)
         select id, starts_at, starts_at, ends_at from event`,
      [posts, people, ids.star],
    );
    await pool.query(
      `insert into social.event_answer (date_id, account_id, answer, answered_at)
       select (select id from social.event_date order by event_id limit 1), id, 'going', now() from identity.account where id % 2 = 0
       union all
       select id, 1 + (id * 31 + n * 17) % $1::bigint, 'interested', now() from social.event_date, generate_series(1, 5) as n
       on conflict do nothing`,
      [people],
    );
    await pool.query(
      'vacuum analyze social.people_group, social.people_group_member, social.event, social.event_date, social.event_answer, social.post',
    );
  }
  const { rows } = await pool.query<GroupIds>(
    `select min(id)::text as large, max(id) filter (where kind = 'public')::text as small,
       (select min(event_id)::text from social.event_date) as event,
       (select id::text from social.event_date order by event_id limit 1) as date
     from social.people_group`,
  );
  const [found] = rows;
  if (!found) throw new Error('There are no groups');
  return found;
}
