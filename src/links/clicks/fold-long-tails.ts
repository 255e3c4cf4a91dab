import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

/** Values that one day of one link may have of each trait, beside those that nobody else had. */
const most = 100;

/** Stands for all the values that were too rare to be kept by name. */
export const theRest = '*';

/**
 * Sums up the rare values of the last days, such as the hundreds of sites that sent one visitor each. A visitor may
 * claim any referrer: without this, whoever makes them up would make a link's statistics slower and slower.
 */
export async function foldLongTails({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  const day = (daysAgo: number) => new Date(now - days(daysAgo)).toISOString().slice(0, 10);
  await sql`
    with ranked as (
      select link_id, day, dimension, value,
        row_number() over (partition by link_id, day, dimension order by clicks desc, value) as place
      from links.click_day
      where day between ${day(3)} and ${day(1)} and value <> ${theRest}
    ), rare as (
      delete from links.click_day using ranked
      where place > ${most} and click_day.link_id = ranked.link_id and click_day.day = ranked.day
        and click_day.dimension = ranked.dimension and click_day.value = ranked.value
      returning click_day.*
    )
    insert into links.click_day as known (link_id, day, dimension, value, clicks, uniques)
    select link_id, day, dimension, ${theRest}, sum(clicks), sum(uniques) from rare group by link_id, day, dimension
    on conflict (link_id, day, dimension, value) do update set
      clicks = known.clicks + excluded.clicks,
      uniques = known.uniques + excluded.uniques`.execute(db);
}
