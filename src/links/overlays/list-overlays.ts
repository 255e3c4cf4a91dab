import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { nameContains } from '../../platform/database/name-matches.ts';
import { getPage, type PageNumber, type PageOfRows } from '../../platform/database/get-page.ts';
import type { Owner } from '../owned/owned.ts';
import type { Overlay } from './overlay.ts';
import { selectOverlays, toOverlay } from './queries.ts';

export interface ListedOverlay extends Overlay {
  /** Number of links that use the overlay. */
  links: number;
}

/** Returns one page of the viewer's overlays, newest first. */
export async function listOverlays(
  app: Pick<App, 'db'>,
  viewer: Owner,
  { search = '', ...page }: PageNumber & { search?: string },
): Promise<PageOfRows<ListedOverlay>> {
  const found = selectOverlays(app)
    .where('overlay.account_id', '=', viewer.id)
    .$if(search !== '', (query) => query.where(nameContains(sql.ref('overlay.name'), search)));
  const { rows, total } = await getPage(found, page, (listed) =>
    listed.select(countLinks.as('links')).orderBy('overlay.id', 'desc'),
  );
  return { rows: rows.map(toOverlay), total };
}

const countLinks = sql<number>`(
  select count(*)::float8 from links.link where link.overlay_id = overlay.id and link.deleted_at is null
)`;
