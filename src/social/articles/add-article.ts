import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { publishPost } from '../posts/publishing.ts';
import { parsePaywallForm } from '../posts/requests/paywall.ts';
import type { ArticleContent } from '../posts/post.ts';
import { checkArticle } from './check-article.ts';
import { saveDetails } from './save-details.ts';

/** Publishes an article, subject to moderation, and deletes its draft. Returns the id of its post. */
export async function addArticle(
  app: App,
  author: Viewer,
  given: ArticleContent,
  draftId?: string,
): Promise<string> {
  const article = await checkArticle(app, author, given);
  const { title, text, privacy, warning } = article;
  return publishPost(
    app,
    author,
    {
      kind: 'article',
      title,
      text,
      privacy,
      warning,
      photos: [],
      paywall: parsePaywallForm(given),
      ...(article.cover !== '' && { cover: article.cover }),
    },
    async (app, id) => {
      await saveDetails(app, author, id, article);
      if (draftId !== undefined) await endDraft(app, author, { id: draftId });
    },
  );
}

/** Deletes a draft that was published or discarded. */
export async function endDraft(
  { db }: App,
  author: Viewer,
  draft: { id: string } | { postId: string },
): Promise<void> {
  await db
    .deleteFrom('social.draft')
    .where('account_id', '=', author.id)
    .where('kind', '=', 'article')
    .$if('id' in draft, (query) => query.where('id', '=', 'id' in draft ? draft.id : ''))
    .$if('postId' in draft, (query) => query.where('post_id', '=', 'postId' in draft ? draft.postId : ''))
    .execute();
}
