import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { invalid, missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { publishPost } from '../../posts/publishing.ts';
import { getPost, getPosts } from '../../posts/reading/get-posts.ts';
import { ensureFollowing, markSeen, notifySubscribers } from '../../notifications/thread-subscriptions.ts';
import { findThread } from './find-thread.ts';
import { getForum } from '../structure/get-forum.ts';

interface NewReply {
  threadId: string;
  /** Markdown. */
  text: string;
  /** The post being quoted: the thread's first post, or a reply in it. */
  quoteId?: string | undefined;
  /** Follow the thread. False does not unfollow it. */
  follows: boolean;
}

/** Replies to an open thread that is visible to the viewer. Returns the reply's id. */
export async function addReply(app: App, author: Viewer, given: NewReply): Promise<string> {
  const { threadId, text, quoteId, follows } = given;
  await refuseClosed(app, author, threadId);
  if (quoteId !== undefined) await refuseForeignQuote(app, author, threadId, quoteId);
  const post = {
    kind: 'reply',
    text,
    privacy: 'public',
    photos: [],
    parentId: threadId,
    quoteId,
  } as const;
  return publishPost(app, author, post, async (app, id, heldAt) => {
    const { places } = await app.db
      .updateTable('social.thread')
      .set({ places: sql<number>`places + 1` })
      .where('post_id', '=', threadId)
      .returning('places')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('social.reply')
      .values({ post_id: id, thread_id: threadId, place: places })
      .execute();
    if (follows) await ensureFollowing(app, author, threadId);
    await markSeen(app, author, threadId, id);
    if (!heldAt)
      await notifySubscribers(app, { kind: 'thread', postId: threadId, replyId: id, by: author.id });
  });
}

/** Throws unless the viewer can post in the thread. */
async function refuseClosed(app: App, viewer: Viewer, threadId: string): Promise<void> {
  const post = await getPost(app, viewer, threadId);
  const thread = await findThread(app, threadId);
  if (!thread) throw missing(t('Thread'));
  if (post.paywall && !post.paywall.isOpen)
    throw new Problem('forbidden', t('Only people who can read the whole thread can reply to it'));
  if (post.lockedAt) throw new Problem('conflict', t('This thread is closed to new replies'));
  const forum = await getForum(app, thread.forumId);
  if (forum.archivedAt) throw new Problem('conflict', t('{title} is archived', { title: forum.title }));
}

async function refuseForeignQuote(
  app: App,
  viewer: Viewer,
  threadId: string,
  quoteId: string,
): Promise<void> {
  const [quoted] = await getPosts(app, viewer, [quoteId]);
  if (!quoted || (quoted.parentId ?? quoted.id) !== threadId)
    throw invalid('quote_id', t('You can only quote from this thread'));
}
