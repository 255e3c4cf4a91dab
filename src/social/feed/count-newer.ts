import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { findFeed } from './ids/find-ids.ts';

export const maxNewer = 20;

/** Counts posts by others in the viewer's feed since a post, up to twenty. */
export async function countNewer(app: App, viewer: Viewer, after: string): Promise<number> {
  const { ids } = await findFeed(app, viewer, { before: undefined, max: maxNewer });
  const newer = ids.filter((id) => BigInt(id) > BigInt(after));
  if (newer.length === 0) return 0;
  const { n } = await app.db
    .selectFrom('social.post')
    .where('id', '=', sql<string>`any(${newer}::bigint[])`)
    .where('author_id', '!=', viewer.id)
    .select(sql<number>`count(*)::integer`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
