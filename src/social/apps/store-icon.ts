import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { storePicture } from '../../platform/pictures.ts';

/** Stores the uploaded icon of a form, if any, and returns its path. */
export async function storeIcon(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  files: readonly Upload[],
): Promise<string | undefined> {
  const file = files.find(({ field, body }) => field === 'icon' && body.length > 0);
  return file && (await storePicture(app, viewer.id, file.body, 'avatars', 'icon')).path;
}
