import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { editLockedPost } from '../posts/editing.ts';
import { endDraft } from './add-article.ts';
import { parsePaywallForm, toPaywallForm } from '../posts/requests/paywall.ts';
import type { ArticleContent } from '../posts/post.ts';
import { prepareSubmission } from '../moderation/moderate.ts';
import { checkArticle } from './check-article.ts';
import { saveDetails } from './save-details.ts';
import { getArticle } from './get-article.ts';

/**
 * Updates the author's own article and stores the former text as a revision. Omitted fields stay unchanged.
 */
export async function updateArticle(
  app: App,
  author: Viewer,
  id: string,
  given: Partial<ArticleContent>,
): Promise<void> {
  const before = await getArticle(app, author, id);
  // Read before the article is locked, which must not wait for a sandbox.
  const { text } = await checkArticle(
    app,
    author,
    { ...contentOf(before), ...given },
    before.article.categoryId,
  );
  await prepareSubmission(app, author, { kind: 'article', title: given.title ?? before.title, text });
  await editLockedPost(app, author, id, async (app) => {
    const former = await getArticle(app, author, id);
    const content = { ...contentOf(former), ...given };
    const article = await checkArticle(app, author, content, former.article.categoryId);
    const { title, text, privacy, warning } = article;
    return {
      edit: { title, text, privacy, warning, alts: new Map(), paywall: parsePaywallForm(content) ?? null },
      also: async (app) => {
        await saveDetails(app, author, id, article);
        await endDraft(app, author, { postId: id });
      },
    };
  });
}

/** The article as form values. */
export const contentOf = (post: Awaited<ReturnType<typeof getArticle>>): ArticleContent => ({
  title: post.title,
  text: post.text,
  tags: post.article.tags.join(', '),
  category: post.article.categoryId ?? '',
  cover: post.article.cover?.path ?? '',
  coverAlt: post.article.cover?.alt ?? '',
  warning: post.warning,
  privacy: post.privacy,
  ...toPaywallForm(post.paywall),
});
