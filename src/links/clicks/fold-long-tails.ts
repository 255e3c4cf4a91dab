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
  for (const { table, owner } of rollUps) {
    await sql`
      with ranked as (
        select ${owner} as owner, day, dimension, value,
          row_number() over (partition by ${owner}, day, dimension order by clicks desc, value) as place
        from ${table}
        where day between ${day(3)} and ${day(1)} and value <> ${theRest}
      ), rare as (
        delete from ${table} as known using ranked
        where place > ${most} and known.${owner} = ranked.owner and known.day = ranked.day
          and known.dimension = ranked.dimension and known.value = ranked.value
        returning known.*
      )
      insert into ${table} as known (${owner}, day, dimension, value, clicks, uniques)
      select ${owner}, day, dimension, ${theRest}, sum(clicks), sum(uniques) from rare
      group by ${owner}, day, dimension
      on conflict (${owner}, day, dimension, value) do update set
        clicks = known.clicks + excluded.clicks,
        uniques = known.uniques + excluded.uniques`.execute(db);
  }
}

const rollUps = [
  { table: sql`links.click_day`, owner: sql`link_id` },
  { table: sql`links.account_day`, owner: sql`account_id` },
];
