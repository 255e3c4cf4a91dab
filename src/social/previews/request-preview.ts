import type { App } from '../../platform/app.ts';
import { addJob } from '../../platform/jobs.ts';
import { fetchPreviewJob } from './jobs.ts';
import { keyOf } from './key-of.ts';

/** Queues a fetch of a post's link preview, unless it is known. Private posts have no previews. */
export async function requestPreview(app: App, postId: string): Promise<void> {
  const post = await app.db
    .selectFrom('social.post as post')
    .where('post.id', '=', postId)
    .where('post.kind', '=', 'post')
    .where('post.privacy', '!=', 'me')
    .where('post.link', 'is not', null)
    .where('post.quote_id', 'is', null)
    .where('post.preview_off_at', 'is', null)
    .select('post.link')
    .executeTakeFirst();
  if (!post?.link) return;
  const known = await app.db
    .selectFrom('social.link_preview')
    .where('key', '=', keyOf(post.link))
    .where('stale_at', '>', app.clock.now())
    .select('key')
    .executeTakeFirst();
  if (!known) await addJob(app, fetchPreviewJob, { address: post.link });
}
