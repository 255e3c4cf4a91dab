import { msg, type Message, missing } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { isOpenPage } from '../access/page.ts';
import { getProfile } from '../people/profile.ts';
import { listPostsOf, listTagged, pagesOf } from '../posts/reading/lists.ts';
import type { Post, PostKind } from '../posts/post.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';

/** The source of a feed, with the posts visible to visitors. */
export interface Source {
  title: string;
  description: string;
  /** Path of the corresponding page. */
  page: string;
  posts: Post[];
}

interface Kind {
  title: Message;
  description: Message;
  page: string;
  kind?: PostKind;
}

/** Feeds of all authors. */
const kinds: Readonly<Record<string, Kind>> = {
  posts: { title: msg('Latest posts'), description: msg('The newest public posts'), page: '/discover' },
  articles: {
    title: msg('Articles'),
    description: msg('The newest articles'),
    page: '/articles',
    kind: 'article',
  },
  threads: {
    title: msg('Forums'),
    description: msg('The newest threads'),
    page: '/forums',
    kind: 'thread',
  },
  questions: {
    title: msg('Questions'),
    description: msg('The newest questions'),
    page: '/questions',
    kind: 'question',
  },
};

export const feedKinds = Object.keys(kinds);

export async function getKind(app: App, name: string): Promise<Source> {
  const found = kinds[name];
  if (!found) throw missing(msg('Feed'));
  const { kind, title, description, page } = found;
  return {
    title: t(title),
    description: t(description),
    page,
    posts: (await openPosts(app, undefined, { kind }, {})).items,
  };
}

const openPosts = pagesOf((posts, _viewer, { kind }: { kind: PostKind | undefined }) =>
  posts
    .where('post.privacy', '=', 'public')
    .where('post.held_at', 'is', null)
    .where('post.parent_id', 'is', null)
    // Subscribers have read them where they were written.
    .where('post.imported_at', 'is', null)
    .$call(whenGiven(kind, (query, kind) => query.where('post.kind', '=', kind))),
);

/** Returns the public posts of a person. */
export async function getPersonSource(app: App, username: string): Promise<Source> {
  const person = await getProfile(app, undefined, { username });
  const { items: posts } = await listPostsOf(app, undefined, person.id);
  return {
    title: person.name,
    description: person.biography || t('Posts by {name}', { name: person.name }),
    page: `/@${person.username}`,
    posts,
  };
}

/** Returns the public posts with a hashtag. */
export async function getTagSource(app: App, word: string): Promise<Source> {
  const tag = toTag(word);
  const { items: posts } = await listTagged(app, undefined, tag);
  return {
    title: `#${tag}`,
    description: t('Posts tagged #{tag}', { tag }),
    page: `/hashtag/${encodeURIComponent(tag)}`,
    posts,
  };
}

/** Returns the posts of a page. */
export async function getPageSource(app: App, username: string): Promise<Source> {
  const page = await app.db
    .selectFrom('social.page as page')
    .where(({ fn }) => fn('lower', ['username']), '=', username.toLowerCase())
    .where(isOpenPage('page'))
    .select(['id', 'username', 'title', 'about'])
    .executeTakeFirst();
  if (!page) throw missing(msg('Page'));
  return {
    title: page.title,
    description: page.about || t('Posts by {name}', { name: page.title }),
    page: `/pages/${page.username}`,
    posts: (await postsOfPage(app, undefined, { pageId: page.id }, {})).items,
  };
}

const postsOfPage = pagesOf((posts, _viewer, { pageId }: { pageId: string }) =>
  posts.where('post.page_id', '=', pageId).where('post.parent_id', 'is', null),
);
