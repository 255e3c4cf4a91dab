import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Post } from '../post.ts';
import { readPost } from '../reading/read-posts.ts';

/** How a post read at some time, and until when. */
export interface Version {
  /** Of the revision that keeps it; undefined: it reads like this now. */
  id: string | undefined;
  title: string;
  text: string;
  /** Since when it read like this. */
  at: Date;
}

export const versionsOnPage = 10;

export interface History {
  post: Post;
  /** Newest first; the one after the last of a page is there as well, to compare with. */
  versions: Version[];
  /** There are older ones, from this page on. */
  hasMore: boolean;
}

/** Former versions of a post of any kind, for everyone who may see it. */
export async function listVersions(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  page = 0,
): Promise<History> {
  const post = await readPost(app, viewer, id);
  // Paid content is stored without history.
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
  // A row says until when it read so: the one before it says since when.
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
