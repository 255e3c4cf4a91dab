import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Post } from '../post.ts';
import { getPost } from '../reading/get-posts.ts';

/** A version of a post. */
export interface Version {
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
  versions: Version[];
  /** Whether the next page has older versions. */
  hasMore: boolean;
}

/** Returns the versions of a post of any kind for people who can see it. */
export async function listVersions(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  page = 0,
): Promise<History> {
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
  return { post, versions: versions.slice(0, versionsOnPage + 1), hasMore: versions.length > versionsOnPage };
}
