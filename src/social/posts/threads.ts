import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { cleanText, isBlank } from '../../kernel/text.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { longestOf, maxPhotos, maxThreadPhotos, type NewContinuation, type NewPost } from './new-post.ts';
import type { Post } from './post.ts';
import { getPost, getPosts } from './reading/get-posts.ts';
import { visiblePosts } from './reading/visible.ts';

// A thread of posts: the first, and those with which its author continues it. Lists show only the first.

/** Maximum number of posts that continue another one. */
export const maxContinuations = 24;

/** The posts that continue a new one, without empty ones. */
export function checkContinuations({
  thread = [],
  photos: first,
  paywall,
  pageId,
  parentId,
}: NewPost): NewContinuation[] {
  const parts = thread
    .map(({ text, photos }) => ({ text: cleanText(text, 'thread', longestOf.post), photos }))
    .filter(({ text, photos }) => !isBlank(text) || photos.length > 0);
  if (parts.length > maxContinuations)
    throw invalid('thread', msg('A thread can have at most {max} posts', { max: maxContinuations + 1 }));
  const isAllowed = paywall === undefined && pageId === undefined && parentId === undefined;
  if (parts.length > 0 && !isAllowed) throw invalid('thread', msg('This post cannot start a thread'));
  if (parts.some(({ photos }) => photos.length > maxPhotos))
    throw invalid('thread', msg('A post can have at most {maxPhotos} photos', { maxPhotos }));
  const photos = parts.reduce((sum, part) => sum + part.photos.length, first.length);
  if (parts.length > 0 && photos > maxThreadPhotos)
    throw invalid('thread', msg('A thread can have at most {maxThreadPhotos} photos', { maxThreadPhotos }));
  return parts;
}

/** The post that continues a new one, which has its audience and warning. */
export const continuationOf = (first: NewPost, id: string, part: NewContinuation): NewPost => ({
  ...part,
  privacy: first.privacy,
  groupId: first.groupId,
  warning: first.warning,
  parentId: id,
});

/** A post that continues another one. */
export const isContinuation = ({ kind, parentId }: Pick<Post, 'kind' | 'parentId'>): boolean =>
  kind === 'post' && parentId !== null;

/** Returns the posts that continue a post, in order. */
export async function listContinuations(app: App, viewer: Viewer | undefined, first: Post): Promise<Post[]> {
  if (first.kind !== 'post' || first.replies === 0) return [];
  const rows = await visiblePosts(app.db, viewer)
    .where('post.parent_id', '=', first.id)
    .where('post.kind', '=', 'post')
    .orderBy('post.id')
    .limit(maxContinuations)
    .select('post.id')
    .execute();
  return getPosts(
    app,
    viewer,
    rows.map(({ id }) => id),
  );
}

/** Returns the whole thread of a post, the first one first. A post without a thread is alone. */
export async function getThreadOf(app: App, viewer: Viewer | undefined, id: string): Promise<Post[]> {
  const post = await getPost(app, viewer, id);
  if (!isContinuation(post) || post.parentId === null)
    return [post, ...(await listContinuations(app, viewer, post))];
  const first = await getPost(app, viewer, post.parentId).catch((error: unknown) => {
    // Its author made the first post visible to fewer people.
    if (error instanceof Problem) return undefined;
    throw error;
  });
  return first ? [first, ...(await listContinuations(app, viewer, first))] : [post];
}

/** Deletes what continues a post together with it. Parts deleted before keep their own time. */
export async function deleteContinuations(
  { db }: App,
  id: string,
  deleted: { deleted_at: Date; deleted_by: string },
): Promise<void> {
  await db
    .updateTable('social.post')
    .set(deleted)
    .where('parent_id', '=', id)
    .where('kind', '=', 'post')
    .where('deleted_at', 'is', null)
    .execute();
}

/** Undoes `deleteContinuations`. Call this before the first post is restored, which has the time. */
export async function restoreContinuations({ db }: App, id: string): Promise<void> {
  await db
    .updateTable('social.post as part')
    .from('social.post as first')
    .set({ deleted_at: null, deleted_by: null })
    .where('first.id', '=', id)
    .where('part.parent_id', '=', id)
    .where('part.kind', '=', 'post')
    .whereRef('part.deleted_at', '=', 'first.deleted_at')
    .execute();
}
