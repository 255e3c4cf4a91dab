import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Post } from '../posts/post.ts';
import { readPostHeader, type PostHeader } from '../posts/reading/read-post-header.ts';

/** Throws where nobody says anything below a post: it is locked, or the question above it, or it has replies instead. */
export function refuseClosed({
  kind,
  isClosed,
  isEntitled,
}: Pick<PostHeader, 'kind' | 'isClosed' | 'isEntitled'>): void {
  if (kind === 'thread' || kind === 'reply')
    throw new Problem('conflict', t('Reply to the thread instead of commenting'));
  if (!isEntitled) throw new Problem('forbidden', t('Only those who can read the whole post comment on it'));
  if (isClosed) throw new Problem('forbidden', t('Comments are closed'));
}

/** Nobody adds anything below a post that is locked, nor below an answer to a question that is. */
export async function isClosed(
  app: App,
  viewer: Viewer | undefined,
  { id, parentId, lockedAt }: Pick<Post, 'id' | 'parentId' | 'lockedAt'>,
): Promise<boolean> {
  return parentId === null ? lockedAt !== null : (await readPostHeader(app, viewer, id)).isClosed;
}
