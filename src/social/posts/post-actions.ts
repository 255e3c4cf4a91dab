import { sql } from 'kysely';
import { refuseAbove } from '../../identity/operators/operators.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { inTransaction, may, type Viewer, verb, perAccount } from '../../platform/app.ts';
import type { Post } from './post.ts';
import { getPost } from './reading/get-posts.ts';
import { getPostHeader, type PostHeader } from './reading/visible.ts';
import { minutes } from '../../kernel/time.ts';

/**
 * Posts that an author can pin to their profile. Threads are pinned in their forum, posts of a page on
 * the page, and posts of a group in the group.
 */
export const isPinnable = ({ kind, page, group }: Pick<PostHeader, 'kind' | 'page' | 'group'>): boolean =>
  page === null && group === null && (kind === 'post' || kind === 'article' || kind === 'question');

/** Pins a post to the author's profile, replacing the pinned one, or unpins it. */
export const pinPost = verb(
  { name: 'posts.pin', who: 'member', limit: perAccount(120, minutes(5)) },
  async (app, author: Viewer, id: string, isPinned: boolean) => {
    const post = await getPostHeader(app, author, id);
    if (post.author.id !== author.id || !isPinnable(post))
      throw new Problem('forbidden', msg('Only your own posts can be pinned to your profile'));
    await inTransaction(app, async ({ db, clock }) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`pin ${author.id}`}, 0))`.execute(db);
      await db
        .updateTable('social.post')
        .set({ pinned_at: null })
        .where('author_id', '=', author.id)
        .where('pinned_at', 'is not', null)
        .where('page_id', 'is', null)
        .where('kind', 'in', ['post', 'article', 'question'])
        .$if(!isPinned, (query) => query.where('id', '=', id))
        .execute();
      if (isPinned)
        await db.updateTable('social.post').set({ pinned_at: clock.now() }).where('id', '=', id).execute();
    });
  },
);

/** Threads and questions are closed by their own actions. */
export const isLockable = ({ kind }: Pick<Post, 'kind'>): boolean => kind === 'post' || kind === 'article';

/**
 * Closes or reopens the comments on a post. Allowed for its author and moderators. Existing comments stay.
 */
export const lockPost = verb(
  { name: 'posts.lock', who: 'member', limit: perAccount(120, minutes(5)) },
  async (app, viewer: Viewer, id: string, isLocked: boolean) => {
    const post = await getPostHeader(app, viewer, id);
    if (!isLockable(post) || (post.author.id !== viewer.id && !may(viewer, 'moderate')))
      throw new Problem('forbidden', msg('Only the author or a moderator can close the comments of a post'));
    if (post.author.id !== viewer.id) await refuseAbove(app, viewer, post.author.id);
    await app.db
      .updateTable('social.post')
      .set({ locked_at: isLocked ? app.clock.now() : null })
      .where('id', '=', id)
      .where('locked_at', isLocked ? 'is' : 'is not', null)
      .execute();
  },
);

/** A version of a post. */
export interface PostVersion {
  /** The revision ID. Undefined for the current version. */
  id: string | undefined;
  title: string;
  text: string;
  /** When this version was published. */
  at: Date;
}

export const versionsOnPage = 10;

export interface History {
  post: Post;
  /** Newest first. Includes one version beyond the page for comparison. */
  versions: PostVersion[];
  /** Whether the next page has older versions. */
  hasMore: boolean;
}

/** Returns the versions of a post of any kind for people who can see it. */
export const listVersions = verb(
  {
    name: 'posts.history',
    scope: 'read',
    who: 'anyone',
    limit: { by: ['address'], calls: 60, within: minutes(1) },
  },
  async (app, viewer: Viewer | undefined, id: string, page: number | undefined = 0): Promise<History> => {
    const post = await getPost(app, viewer, id);
    // Paid content has no edit history.
    if (post.paywall)
      return {
        post,
        versions: [{ id: undefined, title: post.title, text: post.text, at: post.createdAt }],
        hasMore: false,
      };
    const rows = await app.db
      .selectFrom('social.post_revision')
      .where('post_id', '=', id)
      .orderBy('id', 'desc')
      .offset(Math.max(0, page * versionsOnPage - 1))
      .limit(versionsOnPage + 2)
      .select(['id', 'title', 'text', 'at'])
      .execute();
    // A revision row has the time at which its version ended, which is when the next one started.
    const now = { id: undefined, title: post.title, text: post.text, until: undefined };
    const all = [now, ...rows.map(({ id, title, text, at }) => ({ id, title, text, until: at }))];
    const known = page === 0 ? all : all.slice(1);
    const versions = known.map(({ id, title, text }, index) => ({
      id,
      title,
      text,
      at: known[index + 1]?.until ?? post.createdAt,
    }));
    return {
      post,
      versions: versions.slice(0, versionsOnPage + 1),
      hasMore: versions.length > versionsOnPage,
    };
  },
);

/** The message to an author whose post is held for review. */
export const heldForReview = () => ({ kind: 'info', text: t('Your post is waiting for review') }) as const;
