import { deletePicture, setPicture } from '../../identity/profile/pictures.ts';
import { idOrNone } from '../../kernel/input.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { OwnPicture } from '../../platform/files/store.ts';
import type { PictureDrawing } from '../../platform/pictures.ts';

/** Sets and deletes the picture or cover of a page. Pages are a feature above uploads. */
export interface PagePictures {
  set: (
    app: App,
    viewer: Viewer,
    id: string,
    which: OwnPicture,
    file: string,
    drawing?: PictureDrawing,
  ) => Promise<string>;
  delete: (app: App, viewer: Viewer, id: string, which: OwnPicture) => Promise<void>;
}

interface PictureHandle {
  of: 'user' | 'page';
  which: OwnPicture;
}

/** Handles that set a picture or cover immediately. */
const pictureHandles: Readonly<Record<string, PictureHandle>> = {
  picture: { of: 'user', which: 'picture' },
  cover: { of: 'user', which: 'cover' },
  'picture-user': { of: 'user', which: 'picture' },
  'profile-user': { of: 'user', which: 'picture' },
  'cover-user': { of: 'user', which: 'cover' },
  'picture-page': { of: 'page', which: 'picture' },
  'profile-page': { of: 'page', which: 'picture' },
  'cover-page': { of: 'page', which: 'cover' },
};

export const pictureHandleNames = Object.keys(pictureHandles);

/** Handles of files that a later call uses, by the place in a client where the file is chosen. */
const purposes: readonly string[] = [
  ...[
    '',
    'chat',
    'message',
    'messages',
    'post',
    'posts',
    'publisher',
    'publisher-mini',
    'comment',
    'comments',
  ],
  ...['article', 'articles', 'blog', 'blogs', 'forum', 'thread', 'reply', 'question', 'answer', 'tinymce'],
  ...['photo', 'photos', 'album', 'albums', 'story', 'x-image', 'x-video', 'x-audio', 'x-file'],
];

/** A picture or cover of the viewer, or of one of their pages. */
export interface PictureTarget {
  which: OwnPicture;
  set: (app: App, file: string, drawing?: PictureDrawing) => Promise<string>;
  delete: (app: App) => Promise<void>;
}

/**
 * Returns the picture that an upload sets, or undefined for a file that a later call uses. Throws a `Problem`
 * for other handles, because an upload that sets nothing would look like a success.
 */
export function parseHandle(
  viewer: Viewer,
  pages: PagePictures,
  { handle, id }: { handle: string; id?: string | number | undefined },
): PictureTarget | undefined {
  const found = Object.hasOwn(pictureHandles, handle) ? pictureHandles[handle] : undefined;
  if (!found) {
    if (purposes.includes(handle)) return undefined;
    const subjectNames = [...pictureHandleNames, ...purposes.filter(Boolean)].join(', ');
    throw invalid('handle', msg('handle must be one of {subjectNames}', { subjectNames }));
  }
  const { of, which } = found;
  if (of === 'user')
    return {
      which,
      set: (app, file, drawing) => setPicture(app, viewer.id, which, file, drawing),
      delete: (app) => deletePicture(app, viewer.id, which),
    };
  const pageId = idOrNone(id);
  if (pageId === undefined) throw invalid('id', msg('Enter the ID of the page'));
  return {
    which,
    set: (app, file, drawing) => pages.set(app, viewer, pageId, which, file, drawing),
    delete: (app) => pages.delete(app, viewer, pageId, which),
  };
}
