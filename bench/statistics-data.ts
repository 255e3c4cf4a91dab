import type pg from 'pg';

const daysOfClicks = 365;
/** Maximum individual clicks of a link: several times the number that filters scan. */
const maxClicks = 1_000_000;

/** Maximum number of values per dimension, as left by the nightly roll-up. */
const traits = `(values ('country', 100), ('browser', 25), ('system', 12), ('device', 4), ('language', 60), ('referrer', 100))
  as trait (dimension, most)`;

/**
 * Adds an account with the given number of links, nearly all of them clicked, over a year. Returns its id.
 */
export async function addAccount(pool: pg.Pool, size: number): Promise<string> {
  const name = `owner${size}`;
  const { rows } = await pool.query<{ id: string }>(
    `insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
     values ($1, $1 || '@example.org', '', 'Bench', 'Mark', now() - interval '2 years', now()) returning id`,
    [name],
  );
  const id = rows[0]?.id ?? '';
  await addLinks(pool, { id, name, size });
  return id;
}

/** Adds links to an account, nearly all of them clicked, over a year. */
export async function addLinks(
  pool: pg.Pool,
  { id, name, size }: { id: string; name: string; size: number },
): Promise<void> {
  await pool.query(
    `insert into links.link (account_id, alias, url, title, created_at, updated_at)
     select $1, $2 || '-' || i, 'https://example.com/pages/' || md5(i::text) || '?from=' || i, 'Number ' || i,
       now() - interval '2 years' + i * interval '20 seconds', now()
     from generate_series(1, $3::integer) as i`,
    [id, name, size],
  );
  await pool.query(
    `insert into links.link_total (link_id, account_id, clicks, uniques, last_click_at)
     select id, account_id, 1 + (id * 7919) % 5000, 1 + (id * 7919) % 4000, now() - (id % 100000) * interval '1 minute'
     from links.link where account_id = $1 and id % 10 > 0`,
    [id],
  );
  await addRollUps(pool, { table: 'account', owner: 'account_id', id, clicks: size * 100 });
  // The most clicked links of each day, up to the stored maximum. For today, all links that were clicked.
  await pool.query(
    `insert into links.account_day (account_id, day, dimension, value, clicks, uniques)
     select $1, current_date - ago, 'link', link.id::text, 1 + (link.id * (ago + 7)) % 500, 1
     from generate_series(0, ${daysOfClicks}) as ago cross join lateral (
       select id from links.link where account_id = $1 and id % 97 = ago % 97 order by id desc
       limit case when ago = 0 then 1000 else 101 end
     ) as link`,
    [id],
  );
  await addMonths(pool, { table: 'account', owner: 'account_id', id });
}

/** Adds a link with the roll-ups of the given number of clicks in the last year. Returns its id. */
export async function addClickedLink(pool: pg.Pool, accountId: string, clicks: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into links.link (account_id, alias, url, title, created_at, updated_at)
     values ($1, $2, 'https://example.com/', 'Clicked', now() - interval '1 year', now()) returning id`,
    [accountId, `clicked-${clicks}`],
  );
  const id = rows[0]?.id ?? '';
  await pool.query(
    `insert into links.link_total (link_id, clicks, uniques, last_click_at) values ($1, $2::bigint, $2::bigint * 8 / 10, now())`,
    [id, clicks],
  );
  await addClicks(pool, { accountId, linkId: id, clicks: Math.min(clicks, maxClicks) });
  await addRollUps(pool, { table: 'click', owner: 'link_id', id, clicks });
  await addMonths(pool, { table: 'click', owner: 'link_id', id });
  return id;
}

/** Individual clicks of the last day, with the same value frequencies as the roll-ups. */
async function addClicks(
  pool: pg.Pool,
  { accountId, linkId, clicks }: { accountId: string; linkId: string; clicks: number },
): Promise<void> {
  await pool.query(
    `insert into links.click (id, at, link_id, account_id, is_bot, visitor, country, browser, system, device, language, referrer)
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(i % 4096), 3, '0') || '8' ||
         lpad(to_hex(i), 15, '0'))::uuid,
       at, $1, $2, i % 50 = 0, i / 2, 'country' || 1 + i % 30, 'browser' || 1 + i % 12, 'system' || 1 + i % 6, 'device' || 1 + i % 4,
       'language' || 1 + i % 20, 'referrer' || 1 + (i::bigint * 7919) % 100
     from generate_series(1, $3::integer) as i,
       lateral (select now() - (($3::integer - i) * 86400.0 / $3::integer) * interval '1 second' as at) as time`,
    [linkId, accountId, clicks],
  );
}

/** Loads with the search index and the link triggers removed, then restores both. */
export async function bulkLoad(pool: pg.Pool, load: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ made: string }>(
    `select indexdef as made from pg_indexes where schemaname = 'links' and indexname = 'link_search'`,
  );
  await pool.query('drop index links.link_search');
  for (const table of ['link', 'link_total'])
    await pool.query(`alter table links.${table} disable trigger user`);
  await load();
  for (const table of ['link', 'link_total'])
    await pool.query(`alter table links.${table} enable trigger user`);
  await pool.query(rows[0]?.made ?? '');
}

/** Sums the days by month. Drops the rarest values, as the nightly roll-up does. */
async function addMonths(
  pool: pg.Pool,
  { table, owner, id }: { table: 'account' | 'click'; owner: string; id: string },
): Promise<void> {
  await pool.query(
    `insert into links.${table}_month (${owner}, month, dimension, value, clicks, uniques)
     select ${owner}, month, dimension, value, clicks, uniques from (
       select ${owner}, date_trunc('month', day)::date as month, dimension, value,
         sum(clicks) as clicks, sum(uniques) as uniques,
         row_number() over (partition by date_trunc('month', day), dimension order by sum(clicks) desc) as place
       from links.${table}_day where ${owner} = $1 group by 1, 2, 3, 4, date_trunc('month', day)
     ) as ranked where place <= 151
     union all
     select ${owner}, date_trunc('month', hour at time zone 'UTC')::date, 'bot', '', sum(bots), 0
     from links.${table}_hour where ${owner} = $1 group by 1, 2`,
    [id],
  );
}

/** Hourly and daily counts for a year, with few frequent values and many rare ones. */
async function addRollUps(
  pool: pg.Pool,
  { table, owner, id, clicks }: { table: 'account' | 'click'; owner: string; id: string; clicks: number },
): Promise<void> {
  const daily = clicks / daysOfClicks;
  await pool.query(
    `insert into links.${table}_hour (${owner}, hour, clicks, uniques, bots)
     select $1, hour, ceil($2::float8 / 24), ceil($2::float8 / 30), 1
     from generate_series(date_trunc('hour', now()) - ${daysOfClicks} * interval '1 day', now(), '1 hour') as hour
     where $2::float8 >= 24 or (extract(epoch from hour)::bigint / 3600 * 2654435761) % 24 < $2::float8`,
    [id, daily],
  );
  await pool.query(
    `insert into links.${table}_day (${owner}, day, dimension, value, clicks, uniques)
     select $1, current_date - ago, dimension, dimension || rank, ceil(expected), ceil(expected * 0.8)
     from generate_series(0, ${daysOfClicks}) as ago, ${traits},
       generate_series(1, most) as rank,
       lateral (select $2::float8 * 0.3 / rank as expected) as share
     -- What is expected less than once a day is there on some days.
     where expected >= 1 or (ago * 31 + rank * 17) % 100 < expected * 100`,
    [id, daily],
  );
}
