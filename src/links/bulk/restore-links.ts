import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { announceLink } from '../redirect/announce-link.ts';

/**
 * Brings back what the viewer deleted at that moment. A link whose alias is somebody's by now stays away: `left` says
 * how many.
 */
export async function restoreLinks(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  deletedAt: Date,
): Promise<{ restored: number; left: number }> {
  return inTransaction(app, async (app) => {
    const { rows } = await sql<{ id: string; alias: string; domain: string | null }>`
      update links.link set deleted_at = null
      where account_id = ${viewer.id} and deleted_at = ${deletedAt} and purpose = 'link'
        and not exists (
          select from links.link as other
          where coalesce(other.domain_id, 0) = coalesce(link.domain_id, 0)
            and other.alias = link.alias and other.deleted_at is null)
      returning id, alias, (select host from links.domain where domain.id = link.domain_id) as domain`.execute(
      app.db,
    );
    for (const link of rows) await announceLink(app, link);
    const { rows: kept } = await sql<{ left: number }>`
      select count(*)::float8 as left from links.link
      where account_id = ${viewer.id} and deleted_at = ${deletedAt} and purpose = 'link'`.execute(app.db);
    return { restored: rows.length, left: kept[0]?.left ?? 0 };
  });
}
