import { sql } from 'kysely';
import { msg } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { getPage, type PageNumber, type PageOfRows } from '../../platform/database/paging.ts';
import { nameContains } from '../../platform/database/queries.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { removeReplaced } from '../custom-pages/pictures.ts';
import { changeOwned, getOwned, type Owned, type Owner } from '../owned/owned.ts';
import { refuseHarmful } from '../safety/assessment.ts';
import { parseOverlay, type OverlayInput, parseOverlayName } from './overlay-input.ts';
import { emptyOverlay, type Overlay, type OverlayContent, type OverlayKind } from './overlay.ts';
import { verb } from '../../platform/verb.ts';

/** Selects overlays that are not deleted. */
const selectOverlays = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.overlay as overlay')
    .where('overlay.deleted_at', 'is', null)
    .select(['overlay.id', 'overlay.name', 'overlay.created_at as createdAt'])
    .select((row) => [
      row.ref('overlay.kind').$castTo<OverlayKind>().as('kind'),
      row.ref('overlay.content').$castTo<Partial<OverlayContent>>().as('content'),
    ]);

const toOverlay = <Row extends { content: Partial<OverlayContent> }>(row: Row) => ({
  ...row,
  content: { ...emptyOverlay, ...row.content },
});

/** Links with a deleted overlay redirect directly until it is restored. Its responses are preserved. */
export const ownedOverlays: Owned<Overlay> = {
  feature: 'overlays',
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

/** Creates an overlay. An uploaded file is named `picture`. */
export const addOverlay = verb(
  { name: 'overlays.add', who: 'member' },
  async (
    app,
    viewer: Pick<Viewer, 'id'>,
    kind: OverlayKind,
    input: OverlayInput,
    files: readonly Upload[] = [],
  ): Promise<Overlay> => {
    const name = parseOverlayName(input);
    const content = await parseOverlay(app, viewer, kind, input, files);
    const createdAt = app.clock.now();
    const { id } = await app.db
      .insertInto('links.overlay')
      .values({
        account_id: viewer.id,
        kind,
        name,
        content: JSON.stringify(content),
        created_at: createdAt,
        updated_at: createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, kind, name, content, createdAt };
  },
);

/**
 * Updates one of the viewer's overlays. Its kind cannot change. A new retention period also applies to
 * existing responses.
 */
export const updateOverlay = verb(
  { name: 'overlays.update', who: 'member' },
  async (
    app,
    viewer: Owner,
    id: string,
    input: OverlayInput,
    files: readonly Upload[] = [],
  ): Promise<void> => {
    const { kind, content: present } = await getOwned(app, viewer, ownedOverlays, id);
    const name = parseOverlayName(input);
    const content = await parseOverlay(app, viewer, kind, input, files, present);
    await changeOwned(app, viewer, ownedOverlays, id, async (app, { content: current }) => {
      // Does not bring back a picture that was replaced by a concurrent update.
      if (content.picture === present.picture) content.picture = current.picture;
      await app.db
        .updateTable('links.overlay')
        .set({ name, content: JSON.stringify(content), updated_at: app.clock.now() })
        .where('id', '=', id)
        .execute();
      if (content.retentionDays !== current.retentionDays)
        await updateRetention(app, id, content.retentionDays);
      removeReplaced(app, [current.picture], [content.picture]);
    });
  },
);

async function updateRetention({ db }: Pick<App, 'db'>, overlayId: string, days: number): Promise<void> {
  await sql`
    update links.overlay_answer
    set expires_at = case when ${days}::int > 0 then created_at + make_interval(days => ${days}::int) end
    where overlay_id = ${overlayId}`.execute(db);
}
