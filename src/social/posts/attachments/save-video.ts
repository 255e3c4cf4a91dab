import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { NewVideo } from '../new-post.ts';
import { claimPicture, claimUpload } from './own-upload.ts';

/** Attaches a previously uploaded video of the author to a post. */
export async function saveVideo(app: App, author: Viewer, postId: string, video: NewVideo): Promise<void> {
  const { path, type, width, height, milliseconds, bytes } = await claimUpload(app, author, video.path, {
    kinds: ['video'],
    field: 'video',
  });
  const poster = video.poster === undefined ? null : await claimPicture(app, author, video.poster, 'poster');
  await app.db
    .insertInto('social.video')
    .values({
      post_id: postId,
      path,
      type,
      width,
      height,
      milliseconds,
      bytes,
      alt: video.alt ?? '',
      poster: poster?.path ?? null,
    })
    .execute();
}
