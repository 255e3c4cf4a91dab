import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Seller } from '../../monetization/plan.ts';

/** A seller with current subscribers. */
type NamedSeller = Seller & { name: string };

/** Returns the person with a username and their pages, if they have subscribers. */
export async function listSellersOf({ db }: Pick<App, 'db'>, username: string): Promise<NamedSeller[]> {
  const { rows } = await sql<NamedSeller>`
    with person as (
      select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) as name
      from identity.account where lower(username) = lower(${username})
    )
    select 'profile' as type, person.id::text as id, person.name from person
      where exists (select from social.membership where seller_id = person.id and ended_at is null)
    union all
    select 'page', page.id::text, page.title from social.page join person on person.id = page.owner_id
      where exists (select from social.membership where page_id = page.id and ended_at is null)
    limit 20`.execute(db);
  return rows;
}
