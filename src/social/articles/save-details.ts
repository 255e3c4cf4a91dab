import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { useUpload } from '../uploads/uploads.ts';
import type { CheckedArticle } from './check-article.ts';

/** Stores the article details of a post. Runs in the transaction that stores the post. */
export async function saveDetails(
  app: App,
  author: Viewer,
  postId: string,
  article: CheckedArticle,
): Promise<void> {
  const details = {
    category_id: article.categoryId,
    cover_alt: article.coverAlt,
    tags: article.tags,
    words: article.words,
    minutes: article.minutes,
    ...(await getCover(app, author, postId, article.cover)),
  };
  await app.db
    .insertInto('social.article')
    .values({ post_id: postId, ...details })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(details))
    .execute();
  const hashtags = article.tags.map((tag) => ({ tag, post_id: postId }));
  if (hashtags.length > 0)
    await app.db
      .insertInto('social.hashtag')
      .values(hashtags)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

async function getCover(app: App, author: Viewer, postId: string, path: string) {
  if (path === '') return { cover: null, cover_width: null, cover_height: null };
  const former = await app.db
    .selectFrom('social.article')
    .where('post_id', '=', postId)
    .where('cover', '=', path)
    .select(['cover', 'cover_width', 'cover_height'])
    .executeTakeFirst();
  if (former) return former;
  await useUpload(app, author, path, { kinds: ['photos'], field: 'cover' });
  const { width, height } = await app.db
    .selectFrom('social.upload')
    .where('path', '=', path)
    .select(['width', 'height'])
    .executeTakeFirstOrThrow();
  if (width === null || height === null) throw invalid('cover', t('Choose a picture'));
  return { cover: path, cover_width: width, cover_height: height };
}
