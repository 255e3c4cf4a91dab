import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Drawing, PictureSource } from '../../platform/pictures.ts';
import { replacePicture, swapPicture } from '../../platform/files/replace-picture.ts';
import type { OwnPicture, PicturedRow } from '../../platform/files/replace-picture.ts';
import { refuseManaging } from '../access/page-roles.ts';
import { getPage } from './get-page.ts';

const rowOf = (id: string): PicturedRow => ({ table: 'social.page', id });

/** Sets the picture or cover of a page, re-encoded. Deletes the former one. */
export async function setPagePicture(
  app: App,
  viewer: Viewer,
  id: string,
  which: OwnPicture,
  source: PictureSource,
  drawing: Drawing = {},
): Promise<void> {
  refuseManaging(await getPage(app, viewer, { id }));
  await replacePicture(app, rowOf(id), which, { source, drawing, owner: viewer.id });
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
