import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Post } from '../posts/post.ts';
import { readPost } from '../posts/reading/read-posts.ts';

/** Throws where nobody says anything below a post: it is locked, or the question above it, or it has replies instead. */
export async function refuseClosed(app: App, viewer: Viewer, post: Post): Promise<void> {
  if (post.kind === 'thread' || post.kind === 'reply')
    throw new Problem('conflict', 'In a thread one replies to it instead of commenting');
  if (await isClosed(app, viewer, post))
    throw new Problem('forbidden', 'Comments are closed here: nobody can add anything any more');
}

/** Nobody adds anything below a post that is locked, nor below an answer to a question that is. */
export async function isClosed(app: App, viewer: Viewer | undefined, post: Post): Promise<boolean> {
  if (post.lockedAt !== null || post.parentId === null) return post.lockedAt !== null;
  return (await readPost(app, viewer, post.parentId)).lockedAt !== null;
}
