import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { ArticleDetails, Post } from '../posts/post.ts';
import { getPost, getPosts } from '../posts/reading/get-posts.ts';

export interface Article extends Post {
  article: ArticleDetails;
}

/** Returns an article visible to the viewer. */
export async function getArticle(app: App, viewer: Viewer | undefined, id: string): Promise<Article> {
  const post = await getPost(app, viewer, id);
  if (!isArticle(post)) throw missing(t('Article'));
  return post;
}

/** Returns those articles among the given posts that are visible to the viewer, in the given order. */
export async function getArticles(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<Article[]> {
  return (await getPosts(app, viewer, ids)).filter(isArticle);
}

const isArticle = (post: Post): post is Article => post.article !== undefined;
