import { buffer } from 'node:stream/consumers';
import { toLine } from '../../../kernel/text.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { max } from './bio.ts';
import { setAvatar } from './set-avatar.ts';
import { updateBio } from './update-bio.ts';

/** Returns the default name of a new page, from the viewer's profile. */
export async function nameFromProfile(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>): Promise<string> {
  const { first_name, last_name } = await getProfile(app, viewer);
  return toLine(`${first_name} ${last_name}`).slice(0, max.title);
}

/** Fills a new page with the description and a copy of the picture from the viewer's profile. */
export async function fillFromProfile(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  const { biography, picture } = await getProfile(app, viewer);
  if (biography !== '') await updateBio(app, viewer, id, { about: biography.slice(0, max.about) });
  const file = picture === null ? undefined : await app.files.read(picture);
  if (file) await setAvatar(app, viewer, id, await buffer(file.stream));
}

const getProfile = ({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>) =>
  db
    .selectFrom('identity.account')
    .select(['first_name', 'last_name', 'biography', 'picture'])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
