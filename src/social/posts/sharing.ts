import { sql } from 'kysely';
import { isPrivate } from '../../identity/account/privacy.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { notify, withdraw } from '../notify/notify.ts';
import { followedBy, friendsBetween } from '../people/person.ts';
import type { checkPost } from './new-post.ts';
import { isPublic } from './post.ts';
import { getPost } from './reading/get-posts.ts';
import { pagesOf, type PageOfPosts, type PostListPart } from './reading/lists.ts';
import { getPostHeader } from './reading/visible.ts';

type Checked = ReturnType<typeof checkPost>;

/** Whether a share has no content of its own. */
export const isBare = (post: {
  text: string;
  photos: readonly unknown[];
  video?: unknown;
  attachments?: readonly unknown[] | undefined;
  poll?: unknown;
}) =>
  post.text === '' &&
  post.photos.length === 0 &&
  !post.video &&
  (post.attachments ?? []).length === 0 &&
  !post.poll;

/**
 * Validates the shared post. It must be public, so that a share cannot expose restricted content. Sharing a
 * bare share shares its original. Replies quote within their thread, which the forums feature validates.
 */
export async function checkShare(app: App, author: Viewer, post: Checked): Promise<Checked> {
  if (post.quoteId === undefined || post.parentId !== undefined) return post;
  const shared = await getPost(app, author, post.quoteId);
  if (shared.quoteId !== null && shared.parentId === null && isBare(shared))
    return checkShare(app, author, { ...post, quoteId: shared.quoteId });
  if (!isPublic(shared))
    throw new Problem('forbidden', msg('Only public posts can be shared'), { field: 'quote_id' });
  return post;
}

/**
 * Throws if the author already shared the post without text. Call it where an author's posts are serialized.
 */
export async function refuseSharedTwice(
  { db }: App,
  author: Pick<Viewer, 'id'>,
  post: Checked,
): Promise<void> {
  if (post.quoteId === undefined || !isBare(post)) return;
  const before = await db
    .selectFrom('social.post')
    .where('quote_id', '=', post.quoteId)
    .where('author_id', '=', author.id)
    .where('text', '=', '')
    .where('deleted_at', 'is', null)
    .where('page_id', 'is not distinct from', post.pageId ?? null)
    .select('id')
    .executeTakeFirst();
  if (before) throw new Problem('conflict', msg('You already shared this'));
}

/** Returns the viewer's own share of a post without text, if any. */
export async function findRepost(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  postId: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('social.post')
    .where('quote_id', '=', postId)
    .where('author_id', '=', viewer.id)
    .where('text', '=', '')
    .where('deleted_at', 'is', null)
    .where('page_id', 'is', null)
    .where('parent_id', 'is', null)
    .select('id')
    .executeTakeFirst();
  return found?.id;
}

/** Notifies the author of a shared post, if the share is visible to them. */
export async function notifyShare(app: App, id: string): Promise<void> {
  const share = await findShare(app, id);
  if (!share) return;
  const { to, by, postId, pageId } = share;
  const seen = await app.db
    .selectFrom('social.post as share')
    .where('share.id', '=', id)
    .where((eb) => {
      // Shares of private accounts are for their followers.
      const isOpen = eb.or([
        eb('share.page_id', 'is not', null),
        eb.not(sql<boolean>`${isPrivate('share.author_id')}`),
        followedBy('share.author_id', to),
      ]);
      return eb.or([
        eb('share.privacy', '=', 'public').and(isOpen),
        eb('share.privacy', 'in', ['public', 'friends']).and(friendsBetween('share.author_id', to)),
      ]);
    })
    .select('share.id')
    .executeTakeFirst();
  if (seen) await notify(app, { to, kind: 'share', by, postId, pageId: pageId ?? undefined });
}

/** Withdraws the notification of a share. */
export async function withdrawShare(app: App, id: string): Promise<void> {
  const share = await findShare(app, id);
  if (share) await withdraw(app, { kind: 'share', to: share.to, by: share.by, postId: share.postId });
}

async function findShare({ db }: App, id: string) {
  return db
    .selectFrom('social.post as share')
    .innerJoin('social.post as original', 'original.id', 'share.quote_id')
    .where('share.id', '=', id)
    .where('share.parent_id', 'is', null)
    .select(['share.author_id as by', 'original.author_id as to', 'original.id as postId'])
    .select('share.page_id as pageId')
    .executeTakeFirst();
}

/** Returns the shares of a post visible to the viewer, newest first. */
export async function listShares(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  part: PostListPart = {},
): Promise<PageOfPosts> {
  await getPostHeader(app, viewer, id);
  return sharesOf(app, viewer, { id }, part);
}

const sharesOf = pagesOf((posts, _viewer, { id }: { id: string }) =>
  posts.where('post.quote_id', '=', id).where('post.parent_id', 'is', null),
);
