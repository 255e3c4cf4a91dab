import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { nameContains } from '../../platform/database/name-matches.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Overlay } from './overlay.ts';
import { selectOverlays, toOverlay } from './queries.ts';

export interface ListedOverlay extends Overlay {
  /** How many links show it. */
  links: number;
}

/** One page of the viewer's overlays, newest first, and how many there are over all pages. */
export async function listOverlays(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { search = '', page, perPage }: { search?: string | undefined; page: number; perPage: number },
): Promise<{ overlays: ListedOverlay[]; total: number }> {
  const wanted = selectOverlays(app)
    .where('overlay.account_id', '=', viewer.id)
    .$if(search !== '', (query) => query.where(nameContains(sql.ref('overlay.name'), search)));
  const rows = await wanted
    .select(countLinks.as('links'))
    .orderBy('overlay.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await wanted
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { overlays: rows.map(toOverlay), total };
}

const countLinks = sql<number>`(
  select count(*)::float8 from links.link where link.overlay_id = overlay.id and link.deleted_at is null
)`;
