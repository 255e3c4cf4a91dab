import { sql } from 'kysely';
import type { App, Viewer } from '../../platform/app.ts';
import { compileForViewer } from '../../platform/database/queries.ts';
import type { Lists } from '../lists/list.ts';
import type { AboutLine } from '../people/about.ts';
import type { Profile } from '../people/profile.ts';
import { ownerOf } from '../people/records.ts';
import type { Relation } from '../people/relation.ts';
import { postsToMarkdown, absoluteMarkdown } from '../post-view/to-markdown.ts';
import type { PostKind } from '../posts/post.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { listPostsOf, pagesOf, type PageOfPosts, type PostListPart } from '../posts/reading/lists.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { listOfPosts } from '../posts/records/lists.ts';

/** Returns a person's own posts of one kind that are visible to the viewer, newest first. */
export const listPostsByKind = (
  app: App,
  viewer: Viewer | undefined,
  authorId: string,
  kind: PostKind,
  part: PostListPart = {},
): Promise<PageOfPosts> => ofKind(app, viewer, { authorId, kind }, part);

const ofKind = pagesOf(
  (posts, _viewer, { authorId, kind }: { authorId: string; kind: PostKind }) =>
    posts
      .where('post.author_id', '=', authorId)
      .where('post.kind', '=', kind)
      .where('post.page_id', 'is', null),
  'profiles',
);

/** Returns all posts of a profile: the pinned post, then the others, newest first. */
export async function listOnProfile(
  app: App,
  viewer: Viewer | undefined,
  authorId: string,
  part: PostListPart = {},
  known?: Relation,
): Promise<PageOfPosts> {
  const [page, [pinned]] = await Promise.all([
    listPostsOf(app, viewer, authorId, part, known),
    selectPinned(app.db, viewer, { authorId }, undefined),
  ]);
  if (!pinned) return page;
  const rest = page.items.filter(({ id }) => id !== pinned.id);
  const isFirst = part.before === undefined && (part.page ?? 0) === 0;
  return {
    ...page,
    items: isFirst ? [...(await getPosts(app, viewer, [pinned.id], 'profiles')), ...rest] : rest,
  };
}

const selectPinned = compileForViewer((db, viewer, { authorId }: { authorId: string }) =>
  visiblePosts(db, viewer)
    .where('post.author_id', '=', authorId)
    .where('post.pinned_at', 'is not', null)
    .where('post.page_id', 'is', null)
    .where(
      'post.kind',
      'in',
      (['post', 'article', 'question'] as const).map((kind) => sql.lit(kind)),
    )
    .select('post.id')
    .limit(1),
);

const written = (kind: Extract<PostKind, 'article' | 'question' | 'answer'>) =>
  listOfPosts(async (app, viewer, wanted) =>
    listPostsByKind(app, viewer, await ownerOf(app, viewer, wanted), kind, { page: wanted.offset }),
  );

export const profileLists: Lists = {
  posts_profile: listOfPosts(async (app, viewer, wanted) =>
    listOnProfile(app, viewer, await ownerOf(app, viewer, wanted), { page: wanted.offset }),
  ),
  articles_profile: written('article'),
  questions_profile: written('question'),
  answers_profile: written('answer'),
};

/** A profile as Markdown. */
export function profileToMarkdown(
  { name, username, biography }: Profile,
  about: readonly AboutLine[],
  { items: posts }: PageOfPosts,
  base: string,
): string {
  const list = postsToMarkdown(`${name} (@${username})`, posts, base);
  const end = list.indexOf('\n');
  const said = [
    `${base}/@${username}`,
    absoluteMarkdown(biography, base),
    about.map(({ label, text }) => `- ${label}: ${absoluteMarkdown(text, base)}`).join('\n'),
  ].filter(Boolean);
  return `${list.slice(0, end)}\n\n${said.join('\n\n')}${list.slice(end)}`;
}
