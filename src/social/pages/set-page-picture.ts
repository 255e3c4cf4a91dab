import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Drawing, PictureSource } from '../../platform/pictures.ts';
import { replacePicture, swapPicture } from '../../platform/files/replace-picture.ts';
import type { OwnPicture, PicturedRow } from '../../platform/files/replace-picture.ts';
import { refuseManaging } from '../access/page.ts';
import { getPage } from './get-page.ts';

const rowOf = (id: string): PicturedRow => ({ table: 'social.page', id });

/** Sets the picture or cover of a page, re-encoded, and deletes the former one. Returns the new path. */
export async function setPagePicture(
  app: App,
  viewer: Viewer,
  id: string,
  which: OwnPicture,
  source: PictureSource,
  drawing: Drawing = {},
): Promise<string> {
  refuseManaging(await getPage(app, viewer, { id }));
  return replacePicture(app, rowOf(id), which, { source, drawing, owner: viewer.id });
}

/** Deletes the picture or cover of a page. No-op if there is none. */
export async function deletePagePicture(
  app: App,
  viewer: Viewer,
  id: string,
  which: OwnPicture,
): Promise<void> {
  refuseManaging(await getPage(app, viewer, { id }));
  await swapPicture(app, rowOf(id), which, null);
}
