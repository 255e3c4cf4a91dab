import type { App } from '../../platform/app.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { removeReplaced } from '../custom-pages/pictures.ts';
import { changeOwned, getOwned, type Owner } from '../owned/owned.ts';
import { ownedSplashPages } from './queries.ts';
import { getSplashContent, parseSplashName, type SplashInput } from './parse-splash-input.ts';

/** Updates one of the viewer's splash pages. Omitted pictures do not change. */
export async function updateSplashPage(
  app: App,
  viewer: Owner,
  id: string,
  input: SplashInput,
  files: readonly Upload[] = [],
): Promise<void> {
  const { content: present } = await getOwned(app, viewer, ownedSplashPages, id);
  const name = parseSplashName(input);
  const content = await getSplashContent(app, viewer, input, files, present);
  await changeOwned(app, viewer, ownedSplashPages, id, async (app, { content: current }) => {
    // Does not bring back a picture that was replaced by a concurrent update.
    if (content.banner === present.banner) content.banner = current.banner;
    if (content.avatar === present.avatar) content.avatar = current.avatar;
    await app.db
      .updateTable('links.splash_page')
      .set({ name, content: JSON.stringify(content), updated_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    removeReplaced(app, [current.banner, current.avatar], [content.banner, content.avatar]);
  });
}
