import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { isLine } from './click.ts';

/** Any number of processes flush; one at a time writes, or two would meet on the counters of the same popular link. */
const lock = 7_267_011;

/**
 * Puts lines as `toLine` makes them into the database: the clicks, who is a new visitor today, and the counts. A click
 * that is there already changes nothing, so lines may come again. Answers how many were new.
 */
export async function insertClicks(app: App, lines: Buffer): Promise<number> {
  try {
    return await insertLines(app, lines);
  } catch (error) {
    if (!isBadText(error)) throw error;
    // Never our own writing: what a power cut left in the file. The rest of the lines count all the same.
    const whole = lines.toString('latin1').split('\n').filter(isLine).join('\n');
    app.log.warn(
      { bytes: lines.length, whole: whole.length },
      'the click spool has damaged lines; they were left out',
    );
    return insertLines(app, Buffer.from(whole));
  }
}

/** PostgreSQL's class 22: a value that is no uuid, no number, no UTF-8. */
const isBadText = (error: unknown) => String((error as { code?: unknown } | null)?.code).startsWith('22');

function insertLines(app: App, lines: Buffer): Promise<number> {
  return inTransaction(app, async ({ db }) => {
    // Whoever stops between these statements (a paused machine) holds up the others for so long and no longer.
    await sql`select pg_advisory_xact_lock(${lock}), set_config('idle_in_transaction_session_timeout', '5s', true)`.execute(
      db,
    );
    const { rows } = await insertStatement(lines).execute(db);
    return rows[0]?.clicks ?? 0;
  });
}

/**
 * One statement takes the text apart, and every count comes from the rows that were really inserted. The lines go as
 * they are on disk, in one binary parameter: taking them apart here would cost this process ten times as much.
 *
 * `profile` groups clicks that are alike before anything is counted, because most are: the same link, the same hour,
 * the same kind of visitor. A visitor's first click of the day is the one that counts as unique.
 */
const insertStatement = (lines: Buffer) => sql<{ clicks: number }>`
  with line as (
    select line from string_to_table(${lines}::text, E'\n') as line where line <> ''
  ), inserted as (
    insert into links.click (id, at, link_id, is_bot, visitor, country, browser, system, device, language, referrer)
    select
      split_part(line, E'\t', 1)::uuid,
      'epoch'::timestamptz + split_part(line, E'\t', 2)::bigint * interval '1 millisecond',
      split_part(line, E'\t', 3)::bigint,
      split_part(line, E'\t', 4)::boolean,
      split_part(line, E'\t', 5)::bigint,
      split_part(line, E'\t', 6), split_part(line, E'\t', 7), split_part(line, E'\t', 8),
      split_part(line, E'\t', 9), split_part(line, E'\t', 10), split_part(line, E'\t', 11)
    from line
    on conflict do nothing
    returning *, (at at time zone 'UTC')::date as day
  ), newcomer as (
    insert into links.visitor (day, link_id, visitor)
    select distinct day, link_id, visitor from inserted where not is_bot
    on conflict do nothing
    returning *
  ), first_visit as (
    select distinct on (link_id, day, visitor) id
    from inserted join newcomer using (link_id, day, visitor)
    where not is_bot
    order by link_id, day, visitor, id
  ), profile as (
    select
      link_id, day, date_trunc('hour', at, 'UTC') as hour, country, browser, system, device, language, referrer,
      count(*) filter (where not is_bot) as clicks,
      count(first_visit.id) as uniques,
      count(*) filter (where is_bot) as bots,
      max(at) filter (where not is_bot) as last_click_at
    from inserted left join first_visit using (id)
    group by link_id, day, hour, country, browser, system, device, language, referrer
  ), by_hour as (
    insert into links.click_hour as known (link_id, hour, clicks, uniques, bots)
    select link_id, hour, sum(clicks), sum(uniques), sum(bots) from profile group by link_id, hour
    on conflict (link_id, hour) do update set
      clicks = known.clicks + excluded.clicks,
      uniques = known.uniques + excluded.uniques,
      bots = known.bots + excluded.bots
  ), by_day as (
    insert into links.click_day as known (link_id, day, dimension, value, clicks, uniques)
    select link_id, day, dimension, value, sum(clicks), sum(uniques)
    from profile cross join lateral (values
      ('country', country), ('browser', browser), ('system', system),
      ('device', device), ('language', language), ('referrer', referrer)
    ) as told (dimension, value)
    where clicks > 0
    group by link_id, day, dimension, value
    on conflict (link_id, day, dimension, value) do update set
      clicks = known.clicks + excluded.clicks,
      uniques = known.uniques + excluded.uniques
  ), in_total as (
    insert into links.link_total as known (link_id, clicks, uniques, last_click_at)
    select link_id, sum(clicks), sum(uniques), max(last_click_at) from profile where clicks > 0 group by link_id
    on conflict (link_id) do update set
      clicks = known.clicks + excluded.clicks,
      uniques = known.uniques + excluded.uniques,
      last_click_at = greatest(known.last_click_at, excluded.last_click_at)
  )
  select count(*)::integer as clicks from inserted`;
