import { toMarkdownLine } from '../../kernel/text.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type Download, movedTo, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { type View, html } from '../../web/html.ts';
import { listCategories } from '../categories.ts';
import { showComments } from '../comments/reading.ts';
import { authorCard } from '../people/components.ts';
import { getProfiles } from '../people/profile.ts';
import { pathOf } from '../posts/paths.ts';
import { updateArticle } from './articles.ts';
import { type Article, getArticle, getRevision, listArticles, listPopular, listRelated } from './reading.ts';
import { translationLink } from '../translation/components.ts';
import { articleView } from './views/article-view.ts';
import { articlesSidebar, articlesView } from './views/articles-view.ts';

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
    verb: updateArticle,
    params: ById,
    body: Type.Object({ revision: Type.String({ maxLength: 20 }) }),
    handle: async ({ app, viewer, params, body }) => {
      const article = await getArticle(app, viewer, params.id);
      if (!/^\d{1,18}$/.test(body.revision)) throw invalid('revision', msg('Version not found'));
      const { title, text } = await getRevision(app, article, body.revision);
      await updateArticle(app, viewer, params.id, { title, text });
      return redirect(pathOf({ ...article, title }), {
        kind: 'success',
        text: t('Version restored'),
      });
    },
  }),
];

/** The page of an article, with its comments and related articles. */
async function showArticle(app: App, viewer: Viewer | undefined, article: Article): Promise<View> {
  const [below, [author], related] = await Promise.all([
    showComments(app, viewer, article),
    getProfiles(app, viewer, [article.author.id]),
    listRelated(app, viewer, article),
  ]);
  const aside = author && authorCard(author, viewer);
  const shown = html`${translationLink(app, viewer, article)} ${below.shown}`;
  return articleView(article, { viewer, base: app.config.plazaUrl }, { below: shown, related, aside });
}

/** An article as Markdown: its source text below its metadata. */
function articleToMarkdown(post: Article, base: string): string {
  const { cover, category, tags } = post.article;
  const facts = [
    `By ${toMarkdownLine(post.author.name)} (@${post.author.username})`,
    post.createdAt.toISOString(),
    ...(post.editedAt ? [`changed ${post.editedAt.toISOString()}`] : []),
    ...(category === null ? [] : [toMarkdownLine(category)]),
    ...tags.map((tag) => `#${tag}`),
  ];
  const parts = [
    `# ${toMarkdownLine(post.title)}`,
    facts.join(' · '),
    `<${base}${pathOf(post)}>`,
    cover && `![${toMarkdownLine(cover.alt)}](${cover.address})`,
    post.warning && `**${toMarkdownLine(post.warning)}**`,
    post.text.replaceAll('](/content/uploads/', `](${base}/content/uploads/`),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** A list of articles under a heading, as Markdown. */
const articlesToMarkdown = (title: string, articles: readonly Article[], base: string): string =>
  `# ${toMarkdownLine(title)}\n\n${articles
    .map(
      (post) =>
        `- [${toMarkdownLine(post.title)}](${base}${pathOf(post)}), ${toMarkdownLine(post.author.name)}, ${post.createdAt.toISOString()}`,
    )
    .join('\n')}\n`;
