import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { invalid } from '../../kernel/problem.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { type Download, movedTo, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { listCategories } from '../categories.ts';
import { pathOf } from '../posts/paths.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';
import { listArticles } from './list-articles.ts';
import { listPopular } from './list-popular.ts';
import { getArticle } from './get-article.ts';
import { getRevision } from './get-revision.ts';
import { showArticle } from './show-article.ts';
import { articlesToMarkdown, articleToMarkdown } from './to-markdown.ts';
import { updateArticle } from './update-article.ts';
import { articlesSidebar } from './views/articles-sidebar.ts';
import { articlesView } from './views/articles-view.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const markdown = (body: string): Download => ({ type: 'text/markdown; charset=utf-8', body });

/** Pages for reading articles. Pages for writing them are in `editor-pages.ts`. */
export const articlePages = [
  anyone.get({
    path: '/articles',
    cached: true,
    query: Type.Object({
      category: Type.Optional(Id),
      tag: Type.Optional(Type.String({ maxLength: 200 })),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      before: Type.Optional(Id),
    }),
    handle: async ({ app, viewer, client, query }) => {
      const tag = query.tag === undefined ? undefined : toTag(query.tag);
      const wanted = { category: query.category, tag, words: query.q, before: query.before };
      const found = await listArticles(app, viewer, wanted);
      const base = app.config.plazaUrl;
      client.setHeader('vary', 'Accept');
      if (prefersMarkdown(client.accept))
        return markdown(articlesToMarkdown(t('Articles'), found.items, base));
      const [categories, popular] = await Promise.all([
        listCategories(app, 'blogs'),
        listPopular(app, viewer),
      ]);
      const aside = articlesSidebar(popular);
      return {
        ...articlesView(found, categories, { ...query, tag }, { viewer, base }),
        ...(aside && { aside }),
      };
    },
  }),
  anyone.get({
    path: '/articles/:id',
    params: ById,
    handle: async ({ app, viewer, params }) => movedTo(pathOf(await getArticle(app, viewer, params.id))),
  }),
  anyone.get({
    path: '/articles/:id/:slug',
    cached: true,
    params: Type.Object({ id: Id, slug: Type.String({ maxLength: 400 }) }),
    handle: async ({ app, viewer, client, params }) => {
      const article = await getArticle(app, viewer, params.id);
      const path = pathOf(article);
      // Non-ASCII letters arrive percent-decoded.
      if (`/articles/${params.id}/${params.slug}` !== path) return movedTo(path);
      client.setHeader('vary', 'Accept');
      if (prefersMarkdown(client.accept)) return markdown(articleToMarkdown(article, app.config.plazaUrl));
      return showArticle(app, viewer, article);
    },
  }),
  member.post({
    path: '/articles/:id/revisions/restore',
    params: ById,
    body: Type.Object({ revision: Type.String({ maxLength: 20 }) }),
    handle: async ({ app, viewer, params, body }) => {
      const article = await getArticle(app, viewer, params.id);
      if (!/^\d{1,18}$/.test(body.revision)) throw invalid('revision', t('Version not found'));
      const { title, text } = await getRevision(app, article, body.revision);
      await updateArticle(app, viewer, params.id, { title, text });
      return redirect(pathOf({ ...article, title }), {
        kind: 'success',
        text: t('Version restored'),
      });
    },
  }),
];
