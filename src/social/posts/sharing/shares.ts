import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { notify } from '../../notify/notify.ts';
import { friendsBetween } from '../../people/between.ts';
import { withdraw } from '../../notify/withdraw.ts';
import type { checkPost } from '../new-post.ts';
import { readPost } from '../reading/read-posts.ts';

type Checked = ReturnType<typeof checkPost>;

/** Without a word of its own: it only passes on what somebody else said. */
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
 * What a post shares must be there for everybody: nobody is to read by way of a share what was not for them. Who passes
 * on a bare share passes on what that shares. Replies quote within their thread, which is for that feature to say.
 */
export async function checkShare(app: App, author: Viewer, post: Checked): Promise<Checked> {
  if (post.quoteId === undefined || post.parentId !== undefined) return post;
  const shared = await readPost(app, author, post.quoteId);
  if (shared.quoteId !== null && shared.parentId === null && isBare(shared))
    return checkShare(app, author, { ...post, quoteId: shared.quoteId });
  if (shared.privacy !== 'public' || shared.heldAt)
    throw new Problem('forbidden', t('Only what is public can be shared'), { field: 'quote_id' });
  return post;
}

/** Called where one author's posts go through one after the other. */
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
  if (before) throw new Problem('conflict', t('You have shared this already'));
}

/** Tells whose post was shared, where they may see what it was shared with. */
export async function notifyShare(app: App, id: string): Promise<void> {
  const share = await findShare(app, id);
  if (!share) return;
  const { to, by, postId, pageId } = share;
  const seen = await app.db
    .selectFrom('social.post as share')
    .where('share.id', '=', id)
    .where((eb) =>
      eb.or([
        eb('share.privacy', '=', 'public'),
        eb('share.privacy', '=', 'friends').and(eb(friendsBetween('share.author_id', to), '=', true)),
      ]),
    )
    .select('share.id')
    .executeTakeFirst();
  if (seen) await notify(app, { to, kind: 'share', by, postId, pageId: pageId ?? undefined });
}

/** A share that is gone is withdrawn. */
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
