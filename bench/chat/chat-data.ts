import type pg from 'pg';
import type { Size } from '../growth/open-world.ts';
import { addPeople } from '../growth/social/people-data.ts';
import { withoutIndexes } from '../growth/without-indexes.ts';

/** The id of the first message, as in the migrations. */
const firstId = 1_000_000_001;
/**
 * The reader's one-to-one conversations, equally long in every size, plus one that has been quiet since the
 * beginning.
 */
const pairs = 30;
const inPairs = 3000;
const tables = ['social.conversation', 'social.conversation_member', 'social.message'];

/** The conversations that the reads open. */
export const benchedConversations = { group: 1, quiet: 2, pair: 3 } as const;

/**
 * Fills chat with the reader's messages among those of others: thirty conversations of 3,000 messages in
 * every size, spread evenly; a group of a hundred with two of every five messages; and conversations between
 * other people. `size.posts` is the number of messages.
 */
export async function fillChat(pool: pg.Pool, size: Size): Promise<void> {
  await addPeople(pool, size);
  const reader = size.people + 1;
  const others = Math.floor(size.posts / 200);
  await withoutIndexes(pool, tables, async () => {
    await pool.query(
      `insert into social.conversation (id, is_group, first_id, second_id, title, created_at) overriding system value
       select 1, true, null::bigint, null::bigint, 'Everybody', now() - interval '1 year'
       union all select 2, false, 99, $1::bigint, '', now() - interval '1 year'
       union all select 3 + i, false, 101 + i, $1::bigint, '', now() - interval '1 year' from generate_series(0, ${pairs - 1}) as i
       union all select 100 + i, false, 200 + i, 201 + i, '', now() - interval '1 year' from generate_series(1, $2::bigint) as i`,
      [reader, others],
    );
    await pool.query(
      `insert into social.message (id, conversation_id, author_id, text, created_at) overriding system value
       select ${firstId} + i, place, case
           when place = 1 then 1 + i % 99
           when place between 2 and 99 then case when i % 2 = 0 then $3 else case place when 2 then 99 else 98 + place end end
           else 100 + place + i % 2 end,
         'Message ' || i || ' says something about the weather of day ' || i % 365
           || case when i % 100 = 7 then ' and tea' else '' end
           || case when place between 3 and 99 and i / step % 10 = 3 then ' and marmalade' else '' end
           || case when i = 62 then ' and quince' else '' end,
         now() - ($1 - i) * interval '20 seconds'
       from (
         select i, step, case
             when i < 3 then 2
             when i % step = 1 then 3 + i / step % ${pairs}
             when i % 5 in (2, 4) then 1
             else 101 + (hashint8extended(i, 5) & 9223372036854775807) % $2 end as place
         from (select i, $1 / ${inPairs} as step from generate_series(0, $1::bigint - 1) as i) as each
       ) as each`,
      [size.posts, others, reader],
    );
    await pool.query(
      `insert into social.conversation_member (conversation_id, account_id, joined_at, last_message_id, seen_to)
       select member.conversation_id, member.account_id, now() - interval '1 year', newest.id, newest.id - 1
       from (
         select 1 as conversation_id, i as account_id from generate_series(1, 99) as i
         union all select 1, $1::bigint
         union all select id, first_id from social.conversation where not is_group
         union all select id, second_id from social.conversation where not is_group
       ) as member join (select conversation_id, max(id) as id from social.message group by 1) as newest
         using (conversation_id)`,
      [reader],
    );
  });
  for (const [table, next] of [
    ['conversation', others + 200],
    ['message', firstId + size.posts],
  ] as const)
    await pool.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [`social.${table}`, next]);
}
