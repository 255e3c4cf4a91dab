import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/**
 * Consumes one click of a link with a limit. Returns false if none are left. A single statement on one row
 * prevents processes from granting the same click, and links without a limit never wait for it. Clicks before
 * the limit was set count as far as the statistics include them.
 */
export async function consumeClick({ db }: Pick<App, 'db'>, linkId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into links.click_allowance as known (link_id, used)
    select link.id, coalesce(total.clicks, 0) + 1
    from links.link left join links.link_total as total on total.link_id = link.id
    where link.id = ${linkId} and (
      coalesce(total.clicks, 0) < link.click_limit
      or exists (select from links.click_allowance where click_allowance.link_id = link.id))
    on conflict (link_id) do update set used = known.used + 1
    where known.used < (select click_limit from links.link where link.id = known.link_id)
    returning used`.execute(db);
  return rows.length > 0;
}
