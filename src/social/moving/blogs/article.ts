import type { App, Viewer } from '../../../platform/app.ts';
import { t } from '../../../web/translation/translate.ts';
import { checkArticle, saveDetails } from '../../articles/articles.ts';
import { prepareSubmission } from '../../moderation/moderate.ts';
import { toPaywallForm } from '../../posts/requests/paywall.ts';
import { savePictures } from '../../uploads/uploads.ts';
import { dateOf, type Media, storeMedia } from '../community/community.ts';
import type { EntryOutcome, Waiting } from '../import.ts';
import { addImportedPost } from '../imported-post.ts';
import type { ArticleEntry } from './markdown.ts';

/** Does what must be done before the transaction, and returns what to do in it. */
export async function prepareArticle(
  app: App,
  author: Viewer,
  { content }: Waiting,
  media: Media,
): Promise<(app: App) => Promise<EntryOutcome>> {
  const { title, tags, privacy, at, ...written } = content as ArticleEntry;
  await prepareSubmission(app, author, { kind: 'article', title, text: written.text });
  const { text, missingFiles } = await storeMedia(app, author.id, written, media);
  const article = await checkArticle(app, author, {
    ...{ title: title.trim().slice(0, 200) || t('Untitled'), text, privacy },
    ...{
      tags: tags.flatMap(toTag).slice(0, 10).join(','),
      category: '',
      cover: '',
      coverAlt: '',
      warning: '',
      group: '',
      ...toPaywallForm(null),
    },
  });
  return async (app) => {
    const postId = await addImportedPost(app, author, {
      ...{ kind: 'article', title: article.title, text: article.text, privacy, photos: [] },
      createdAt: dateOf(app, at),
    });
    await saveDetails(app, author, postId, article);
    await savePictures(app, postId);
    const reason = missingFiles > 0 ? t('Without pictures that are no longer there') : '';
    return { state: 'done', postId, reason };
  };
}

/** Tags are single words here. */
function toTag(name: string): string[] {
  const tag = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 60);
  return /\p{L}/u.test(tag) ? [tag.toLowerCase()] : [];
}
