import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { NewPhoto } from './new-post.ts';
import { claimPicture } from './attachments/own-upload.ts';

/** Adds previously uploaded pictures of the author to a post, in order. */
export async function addPhotos(
  app: App,
  author: Viewer,
  postId: string,
  photos: readonly NewPhoto[],
): Promise<void> {
  const rows = [];
  for (const [position, { path, alt }] of photos.entries()) {
    const { small, width, height, bytes } = await claimPicture(app, author, path, 'photos');
    rows.push({ post_id: postId, position, path, small_path: small, width, height, bytes, alt });
  }
  if (rows.length > 0) await app.db.insertInto('social.photo').values(rows).execute();
}
