import { sql } from 'kysely';
import { msg } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { removeReplaced } from '../custom-pages/pictures.ts';
import { changeOwned, declareStored, getOwned, type Owner } from '../owned/owned.ts';
import { refuseHarmful } from '../safety/assessment.ts';
import { parseOverlay, type OverlayInput, parseOverlayName } from './overlay-input.ts';
import { emptyOverlay, type Overlay, type OverlayKind } from './overlay.ts';
import { verb } from '../../platform/verb.ts';

/** Links with a deleted overlay redirect directly until it is restored. Its responses are preserved. */
export const ownedOverlays = declareStored<Overlay>({
  feature: 'overlays',
  table: 'links.overlay',
  name: msg('Overlay'),
  columns: { kind: sql.ref('own.kind'), content: sql.ref('own.content') },
  uses: sql<number>`(
    select count(*)::float8 from links.link where link.overlay_id = own.id and link.deleted_at is null
  )`,
  order: sql`own.id desc`,
  toObject: (row) => ({ ...row, content: { ...emptyOverlay, ...row.content } }),
  checkRestored: async (app, { content: { address } }) => {
    if (address) await refuseHarmful(app, 'url', address);
  },
});

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
