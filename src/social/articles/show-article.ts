import type { App } from '../../platform/app.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { showComments } from '../comments/reading.ts';
import { getProfiles } from '../people/profile.ts';
import { authorCard } from '../people/components.ts';
import { listRelated } from './list-articles.ts';
import type { Article } from './get-article.ts';
import { articleView } from './views/article-view.ts';

/** The page of an article, with its comments and related articles. */
export async function showArticle(app: App, viewer: Viewer | undefined, article: Article): Promise<View> {
  const [below, [author], related] = await Promise.all([
    showComments(app, viewer, article),
    getProfiles(app, viewer, [article.author.id]),
    listRelated(app, viewer, article),
  ]);
  const aside = author && authorCard(author, viewer);
  return articleView(article, { viewer, base: app.config.plazaUrl }, { below: below.shown, related, aside });
}
