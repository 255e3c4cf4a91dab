import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { emptyOverlay, type Overlay, type OverlayContent, type OverlayKind } from './overlay.ts';

/** Overlays that are there (not deleted). */
export const selectOverlays = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.overlay as overlay')
    .where('overlay.deleted_at', 'is', null)
    .select(['overlay.id', 'overlay.name', 'overlay.created_at as createdAt'])
    .select((row) => [
      row.ref('overlay.kind').$castTo<OverlayKind>().as('kind'),
      row.ref('overlay.content').$castTo<Partial<OverlayContent>>().as('content'),
    ]);

export const toOverlay = <Row extends { content: Partial<OverlayContent> }>(row: Row) => ({
  ...row,
  content: { ...emptyOverlay, ...row.content },
});

/** An overlay of this account, or nothing: what belongs to others looks as if it were not there. */
export async function findOverlayOf(
  app: Pick<App, 'db'>,
  accountId: string,
  id: string,
): Promise<Overlay | undefined> {
  const row = await selectOverlays(app)
    .where('overlay.account_id', '=', accountId)
    .where('overlay.id', '=', id)
    .executeTakeFirst();
  return row && toOverlay(row);
}

export async function readOverlay(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Overlay> {
  const overlay = await findOverlayOf(app, viewer.id, id);
  if (!overlay) throw missing('Overlay');
  return overlay;
}
