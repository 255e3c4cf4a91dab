import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { changeBio } from '../page/change-bio.ts';
import { parseDesign, type DesignInput } from './design.ts';

/** Updates the design of one of the viewer's pages. */
export async function updateDesign(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  input: DesignInput,
): Promise<void> {
  const design = JSON.stringify(parseDesign(input));
  await changeBio(app, viewer, id, async ({ db }) => {
    await db.updateTable('links.bio_page').set({ design }).where('link_id', '=', id).execute();
  });
}
