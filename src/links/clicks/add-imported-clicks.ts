import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/**
 * Adds click counts imported from another service, by link id, to the totals of links and their owner. Only
 * the number is known, so the roll-ups by hour, country or browser do not include them.
 */
export async function addImportedClicks(
  { db }: Pick<App, 'db'>,
  owner: Pick<Viewer, 'id'>,
  clicks: ReadonlyMap<string, number>,
): Promise<void> {
  if (clicks.size === 0) return;
  const added = sql`clicks = known.clicks + excluded.clicks,
    imported_clicks = known.imported_clicks + excluded.imported_clicks`;
  await sql`
    with imported as (
      select * from unnest(${[...clicks.keys()]}::bigint[], ${[...clicks.values()]}::bigint[]) as row (link_id, clicks)
    ), in_total as (
      insert into links.link_total as known (link_id, clicks, imported_clicks, uniques)
      select link_id, clicks, clicks, 0 from imported
      on conflict (link_id) do update set ${added}
    )
    insert into links.account_total as known (account_id, clicks, imported_clicks, uniques)
    select ${owner.id}::bigint, sum(clicks), sum(clicks), 0 from imported
    on conflict (account_id) do update set ${added}`.execute(db);
}
