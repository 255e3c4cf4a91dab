import type { App } from '../../platform/app.ts';
import { removePicture, storePicture, type Picture } from '../../platform/pictures.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { refuseFullStorage } from '../uploads/storage.ts';
import type { NewPhoto } from './new-post.ts';
import { takeOwnPicture } from './own-upload.ts';

/** A picture that came with the post, drawn anew; or the path of one that was uploaded before. */
export type StoredPicture = Picture | string;

/** Stores the pictures that come with a post. None stays when one of them is refused. */
export async function storePictures(
  app: App,
  author: Pick<Viewer, 'id'>,
  photos: readonly NewPhoto[],
): Promise<StoredPicture[]> {
  if (photos.some((photo) => !('path' in photo))) await refuseFullStorage(app, author, { field: 'photos' });
  const results = await Promise.allSettled(
    photos.map(async (photo) =>
      'path' in photo ? photo.path : storePicture(app, author.id, photo.body, 'photos', 'photos'),
    ),
  );
  const stored = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return stored;
  await removePictures(app, stored);
  throw failed.reason;
}

/** What was uploaded before stays with its uploads. */
export async function removePictures(app: App, pictures: readonly StoredPicture[]): Promise<void> {
  await Promise.allSettled(
    pictures.flatMap((picture) => (typeof picture === 'string' ? [] : [removePicture(app, picture.path)])),
  );
}

/** Shows pictures at a post, in their order. */
export async function keepPhotos(
  app: App,
  author: Viewer,
  postId: string,
  pictures: readonly StoredPicture[],
  alts: readonly string[],
): Promise<void> {
  const rows = [];
  for (const [position, picture] of pictures.entries()) {
    const found =
      typeof picture === 'string' ? await takeOwnPicture(app, author, picture, 'photos') : picture;
    const { path, small, width, height, bytes } = found;
    const alt = alts[position] ?? '';
    rows.push({ post_id: postId, position, path, small_path: small, width, height, bytes, alt });
  }
  if (rows.length === 0) return;
  await app.db.insertInto('social.photo').values(rows).execute();
  await refuseFullStorage(app, author, { field: 'photos' });
}
