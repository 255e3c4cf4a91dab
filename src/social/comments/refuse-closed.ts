import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Post } from '../posts/post.ts';
import { getPostHeader, type PostHeader } from '../posts/reading/get-post-header.ts';

/**
 * Throws if the viewer cannot comment on a post: it is locked, its question is locked, it takes replies
 * instead of comments, or the viewer lacks access to its content.
 */
export function refuseClosed({
  kind,
  isClosed,
  isEntitled,
}: Pick<PostHeader, 'kind' | 'isClosed' | 'isEntitled'>): void {
  if (kind === 'thread' || kind === 'reply')
    throw new Problem('conflict', t('Reply to the thread instead of commenting'));
  if (!isEntitled)
    throw new Problem('forbidden', t('Only people who can read the whole post can comment on it'));
  if (isClosed) throw new Problem('forbidden', t('Comments are closed'));
}

/** Whether comments are closed: the post is locked, or it is an answer to a locked question. */
export async function isClosed(
  app: App,
  viewer: Viewer | undefined,
  { id, parentId, lockedAt }: Pick<Post, 'id' | 'parentId' | 'lockedAt'>,
): Promise<boolean> {
  return parentId === null ? lockedAt !== null : (await getPostHeader(app, viewer, id)).isClosed;
}
