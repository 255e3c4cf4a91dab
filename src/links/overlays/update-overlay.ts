import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { removeReplaced } from '../custom-pages/pictures.ts';
import { changeOwned, getOwned, type Owner } from '../owned/owned.ts';
import { ownedOverlays } from './queries.ts';
import { getOverlayContent, parseOverlayName, type OverlayInput } from './parse-overlay-input.ts';

/**
 * Updates one of the viewer's overlays. Its kind cannot change. A new retention period also applies to
 * existing responses.
 */
export async function updateOverlay(
  app: App,
  viewer: Owner,
  id: string,
  input: OverlayInput,
  files: readonly Upload[] = [],
): Promise<void> {
  const { kind, content: present } = await getOwned(app, viewer, ownedOverlays, id);
  const name = parseOverlayName(input);
  const content = await getOverlayContent(app, viewer, kind, input, files, present);
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
}

async function updateRetention({ db }: Pick<App, 'db'>, overlayId: string, days: number): Promise<void> {
  await sql`
    update links.overlay_answer
    set expires_at = case when ${days}::int > 0 then created_at + make_interval(days => ${days}::int) end
    where overlay_id = ${overlayId}`.execute(db);
}
