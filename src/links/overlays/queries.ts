import { msg } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { Owned } from '../owned/owned.ts';
import { refuseHarmful } from '../safety/assessment/refuse-harmful.ts';
import { emptyOverlay, type Overlay, type OverlayContent, type OverlayKind } from './overlay.ts';

/** Selects overlays that are not deleted. */
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

/** Links with a deleted overlay redirect directly until it is restored. Its responses are preserved. */
export const ownedOverlays: Owned<Overlay> = {
  table: 'links.overlay',
  name: msg('Overlay'),
  find: async (app, accountId, id) => {
    const row = await selectOverlays(app)
      .where('overlay.account_id', '=', accountId)
      .where('overlay.id', '=', id)
      .executeTakeFirst();
    return row && toOverlay(row);
  },
  checkRestored: async (app, { content: { address } }) => {
    if (address) await refuseHarmful(app, 'url', address);
  },
};
