import { missing, msg } from '../../kernel/problem.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { compileForViewer, whenGiven } from '../../platform/database/queries.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { pathOfPage, refuseSuspendedOrHeld, refuseWriting, type SocialPage } from '../access/page.ts';
import { postsToMarkdown, absoluteMarkdown } from '../post-view/to-markdown.ts';
import type { NewPost } from '../posts/new-post.ts';
import { type FileMetadata, publishWithFiles } from '../posts/post-files.ts';
import { getPostHeader, visiblePosts } from '../posts/reading/visible.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { pagesOf, type PageOfPosts, type PostListPart, photosOf } from '../posts/reading/lists.ts';
import { short } from '../text/plain.ts';
import { getPage } from './reading.ts';
import { minutes } from '../../kernel/time.ts';

/** Publishes a public post on behalf of a page. Returns its id. */
export const writeAsPage = verb(
  { name: 'pages.post', who: 'member', limit: perAccount(60, minutes(5)) },
  async (
    app: App,
    author: Viewer,
    pageId: string,
    post: Omit<NewPost, 'kind' | 'privacy' | 'pageId' | 'parentId'>,
    files: readonly Upload[] = [],
    described: FileMetadata = {},
  ): Promise<string> => {
    const page = await getPage(app, author, { id: pageId });
    refuseWriting(page);
    refuseSuspendedOrHeld(page);
    return publishWithFiles(
      app,
      author,
      { ...post, kind: 'post', privacy: 'public', pageId },
      files,
      described,
    );
  },
);

/** Pins a post to the top of its page, replacing the pinned one, or unpins it. */
export const pinOnPage = verb(
  { name: 'pages.pin', who: 'member', limit: perAccount(200, minutes(5)) },
  async (
    app: App,
    viewer: Viewer,
    { pageId, postId, isPinned }: { pageId: string; postId: string; isPinned: boolean },
  ): Promise<void> => {
    refuseWriting(await getPage(app, viewer, { id: pageId }));
    const post = await getPostHeader(app, viewer, postId);
    if (post.page?.id !== pageId || post.parentId !== null) throw missing(msg('Post'));
    await inTransaction(app, async ({ db, clock }) => {
      // Serializes concurrent pins, so that the second replaces the first.
      await db.selectFrom('social.page').where('id', '=', pageId).select('id').forNoKeyUpdate().execute();
      await db
        .updateTable('social.post')
        .set({ pinned_at: null })
        .where('page_id', '=', pageId)
        .where('pinned_at', 'is not', null)
        .$if(!isPinned, (query) => query.where('id', '=', postId))
        .execute();
      if (isPinned)
        await db
          .updateTable('social.post')
          .set({ pinned_at: clock.now() })
          .where('id', '=', postId)
          .execute();
    });
  },
);

const photosOnPage = 30;

/** Returns the posts of a page, newest first. The first part starts with the pinned post. */
export async function listPagePosts(
  app: App,
  viewer: Viewer | undefined,
  pageId: string,
  part: PostListPart = {},
): Promise<PageOfPosts> {
  const [pinned] = await selectPinned(app.db, viewer, { pageId }, undefined);
  const page = await postsOf(app, viewer, { pageId, except: pinned?.id }, part);
  const isFirst = part.before === undefined && (part.page ?? 0) === 0;
  if (!pinned || !isFirst) return page;
  return { ...page, items: [...(await getPosts(app, viewer, [pinned.id], 'profiles')), ...page.items] };
}

const selectPinned = compileForViewer((db, viewer, { pageId }: { pageId: string }) =>
  visiblePosts(db, viewer)
    .where('post.page_id', '=', pageId)
    .where('post.parent_id', 'is', null)
    .where('post.pinned_at', 'is not', null)
    .select('post.id')
    .limit(1),
);

const postsOf = pagesOf(
  (posts, _viewer, { pageId, except }: { pageId: string; except: string | undefined }) =>
    posts
      .where('post.page_id', '=', pageId)
      .where('post.parent_id', 'is', null)
      .$call(whenGiven(except, (query, id) => query.where('post.id', '<>', id))),
  'profiles',
);

/** Returns the photos of a page's posts, newest post first. */
export const listPagePhotos = (app: App, viewer: Viewer | undefined, pageId: string, page = 0) =>
  photosOf(
    app,
    visiblePosts(app.db, viewer).where('post.page_id', '=', pageId).where('post.held_at', 'is', null),
    { page, onPage: photosOnPage },
  );

/** A page as Markdown. */
export function pageToMarkdown(page: SocialPage, { items: posts }: PageOfPosts, base: string): string {
  const list = postsToMarkdown(page.title, posts, base);
  const end = list.indexOf('\n');
  const facts = [
    `${base}${pathOfPage(page)}`,
    absoluteMarkdown(page.about, base),
    [
      page.category && `- Category: ${page.category.name}`,
      page.website && `- Website: <${page.website}>`,
      page.isVerified && '- Verified by the operators of this site',
      `- Liked by: ${page.likes}`,
    ]
      .filter(Boolean)
      .join('\n'),
  ].filter(Boolean);
  return `${list.slice(0, end)}\n\n${facts.join('\n\n')}\n${list.slice(end)}`;
}

export const pagesToMarkdown = (pages: readonly SocialPage[], base: string): string =>
  `# Pages\n\n${pages
    .map((page) => {
      const title = absoluteMarkdown(page.title, base).replaceAll(/[[\]]/g, '\\$&');
      const about = short(page.about, 200);
      return `- [${title}](${base}${pathOfPage(page)})${about && `: ${absoluteMarkdown(about, base)}`}`;
    })
    .join('\n')}\n`;
